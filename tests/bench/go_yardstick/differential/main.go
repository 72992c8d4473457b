// A provider on terraform-plugin-framework whose resources a file describes.
// tests/differential serves the same resources with the framework of this
// repository, and compares what the two answer.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/metaschema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// What the service does in one call; the test sends it as provider_meta.
type behaviour struct {
	Warn    bool   // a warning comes first
	Fail    bool   // an error comes last
	Save    bool   // what was reached is told before an error
	Gone    bool   // a read finds nothing
	Replace string // a plan replaces because of this attribute
	Answer  string // the object, as JSON
}

func behaviourOf(ctx context.Context, meta tfsdk.Config, found *diag.Diagnostics) behaviour {
	var text types.String
	found.Append(meta.GetAttribute(ctx, path.Root("behaviour"), &text)...)
	var result behaviour
	if err := json.Unmarshal([]byte(text.ValueString()), &result); err != nil && !text.IsNull() {
		found.AddError("No behaviour", err.Error())
	}
	if result.Warn {
		found.AddWarning("Warned", "By the service.")
	}
	return result
}

// All that the test describes, by name.
type differential struct {
	Things map[string]block
}

func (differential) Metadata(_ context.Context, _ provider.MetadataRequest, answer *provider.MetadataResponse) {
	answer.TypeName = "differential"
}
func (differential) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse) {}
func (differential) MetaSchema(_ context.Context, _ provider.MetaSchemaRequest, answer *provider.MetaSchemaResponse) {
	answer.Schema = metaschema.Schema{Attributes: map[string]metaschema.Attribute{
		"behaviour": metaschema.StringAttribute{Optional: true},
	}}
}
func (differential) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {
}
func (d differential) Resources(context.Context) []func() resource.Resource {
	var made []func() resource.Resource
	for name, one := range d.Things {
		made = append(made, func() resource.Resource { return thing{name, one} })
	}
	return made
}
func (differential) DataSources(context.Context) []func() datasource.DataSource { return nil }

type thing struct {
	name      string
	described block
}

func (t thing) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = t.name
}
func (t thing) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	answer.Schema = t.described.schema()
}
func (t thing) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, answer *resource.IdentitySchemaResponse) {
	answer.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"id": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (t thing) ModifyPlan(ctx context.Context, request resource.ModifyPlanRequest, answer *resource.ModifyPlanResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	if does.Replace != "" && !request.Plan.Raw.IsNull() {
		answer.RequiresReplace.Append(path.Root(does.Replace))
	}
	if does.Fail {
		answer.Diagnostics.AddError("Failed", "By the service.")
	}
}

func (t thing) Create(ctx context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	t.answer(ctx, does, &answer.State, answer.Identity, &answer.Diagnostics)
}
func (t thing) Update(ctx context.Context, request resource.UpdateRequest, answer *resource.UpdateResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	t.answer(ctx, does, &answer.State, answer.Identity, &answer.Diagnostics)
}
func (t thing) Read(ctx context.Context, request resource.ReadRequest, answer *resource.ReadResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	if does.Gone && !does.Fail {
		answer.State.RemoveResource(ctx)
		return
	}
	t.answer(ctx, does, &answer.State, answer.Identity, &answer.Diagnostics)
}
func (t thing) Delete(ctx context.Context, request resource.DeleteRequest, answer *resource.DeleteResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	if does.Fail {
		answer.Diagnostics.AddError("Failed", "By the service.")
	}
}

// An id is the object as JSON.
func (t thing) ImportState(ctx context.Context, request resource.ImportStateRequest, answer *resource.ImportStateResponse) {
	if request.ID == "nothing" {
		answer.Diagnostics.AddError("Failed", "There is none.")
		return
	}
	does := behaviour{Answer: request.ID}
	t.answer(ctx, does, &answer.State, answer.Identity, &answer.Diagnostics)
}

// What the service answered becomes the state.
func (t thing) answer(ctx context.Context, does behaviour, state *tfsdk.State, identity *tfsdk.ResourceIdentity, found *diag.Diagnostics) {
	if does.Fail {
		defer found.AddError("Failed", "By the service.")
	}
	if does.Fail && !does.Save {
		return
	}
	value, err := tftypes.ValueFromJSON([]byte(does.Answer), state.Schema.Type().TerraformType(ctx))
	if err != nil {
		found.AddError("Not of the schema", err.Error())
		return
	}
	state.Raw = value
	var id types.String
	found.Append(state.GetAttribute(ctx, path.Root("id"), &id)...)
	found.Append(identity.SetAttribute(ctx, path.Root("id"), id)...)
}

func main() {
	text, err := os.ReadFile(os.Getenv("DIFFERENTIAL_RESOURCES"))
	if err != nil {
		log.Fatal(err)
	}
	var served differential
	if err := json.Unmarshal(text, &served); err != nil {
		log.Fatal(err)
	}
	err = providerserver.Serve(context.Background(), func() provider.Provider { return served }, providerserver.ServeOpts{
		Address: "registry.terraform.io/hf-terraform/differential",
	})
	if err != nil {
		log.Fatal(err)
	}
}
