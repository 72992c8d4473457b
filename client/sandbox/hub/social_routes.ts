import { anyToken, open } from "../core/accounts.ts";
import { notFound } from "../core/failure.ts";
import { linkedPage } from "../core/pagination.ts";
import { json, param, type Route } from "../core/router.ts";
import { type HubContext, kindOfPath, repoPath, repoRoute } from "./context.ts";
import { iso } from "./render.ts";
import { idOf } from "./repo_store.ts";

/** Routes of likes. */
export function socialRoutes(context: HubContext): Route[] {
  const { access, accounts, store } = context;
  const read = repoRoute(context, "read");
  const like = (method: string): Route => ({
    method,
    path: `${repoPath}/like`,
    needs: anyToken,
    handle: (call) => {
      const repo = access.find(call, kindOfPath(call), "read");
      const { name } = accounts.userOf(call.caller);
      if (method === "POST") repo.likers.add(name);
      else repo.likers.delete(name);
      return json({});
    },
  });
  return [
    like("POST"),
    like("DELETE"),
    read("GET", "/likers", (call, repo) =>
      linkedPage(
        call,
        [...repo.likers].map((user, seq) => ({ seq, user })),
        ({ user }) => ({
          _id: accounts.find(user)?.id ?? "",
          user,
          fullname: user,
          avatarUrl: `/avatars/${user}.svg`,
          type: "user",
          isPro: accounts.find(user)?.plan === "pro",
        }),
      )),
    {
      method: "GET",
      path: "/api/users/:user/likes",
      needs: open,
      handle: (call) => {
        const user = param(call, "user");
        if (accounts.find(user) === undefined) {
          throw notFound("This user does not exist");
        }
        const liked = (["model", "dataset", "space"] as const)
          .flatMap((kind) => store.list(kind))
          .filter((repo) => repo.likers.has(user))
          .filter((repo) => access.sees(call.caller, repo));
        return linkedPage(call, liked, (repo) => ({
          createdAt: iso(repo.createdAt),
          repo: { name: idOf(repo), type: repo.kind },
        }));
      },
    },
  ];
}
