// A program that a provider starts and that is no provider, or none alone.

import { assertRejects } from "@std/assert";
import { startProvider } from "../../../../provider/framework/plugin/child.ts";

/** Each program, and the words of the error about it. */
const programs:
  readonly (readonly [does: string, program: string, says: string])[] = [
    ["ends", "exit 3", "it ended with status 3"],
    ["says nothing", "exec sleep 60", "no handshake line within 0.5 s"],
    [
      "closes its output",
      "exec >&-; exec sleep 60",
      "no handshake line within 0.5 s",
    ],
    ["prints without an end", "exec cat /dev/zero", "it has no end"],
    ["prints something else", "echo hello", "This is no handshake line: hello"],
    [
      "has no certificate",
      "echo '1|6|tcp|127.0.0.1:1|grpc|'; exec sleep 60",
      "brings no certificate",
    ],
    [
      "is elsewhere",
      "echo '1|6|tcp|198.51.100.7:80|grpc|AAAA'; exec sleep 60",
      "it listens on another machine: 198.51.100.7:80",
    ],
  ];

for (const [does, program, says] of programs) {
  Deno.test(`a child that ${does} is refused, with the reason`, async () => {
    await assertRejects(
      () => startProvider({ command: ["sh", "-c", program] }, {}, 500),
      Error,
      says,
    );
  });
}
