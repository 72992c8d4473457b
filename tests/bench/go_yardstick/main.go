// A provider of a few lines on terraform-plugin-framework: what a plan with the
// provider of this repository is compared with.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type yardstick struct{}

func (yardstick) Metadata(_ context.Context, _ provider.MetadataRequest, answer *provider.MetadataResponse) {
	answer.TypeName = "yardstick"
}
func (yardstick) Schema(context.Context, provider.SchemaRequest, *provider.SchemaResponse)          {}
func (yardstick) Configure(context.Context, provider.ConfigureRequest, *provider.ConfigureResponse) {}
func (yardstick) DataSources(context.Context) []func() datasource.DataSource                        { return nil }
func (yardstick) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{func() resource.Resource { return endpoint{} }}
}

type endpoint struct{}

func (endpoint) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = "yardstick_endpoint"
}
func (endpoint) Schema(_ context.Context, _ resource.SchemaRequest, answer *resource.SchemaResponse) {
	answer.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"name": schema.StringAttribute{Required: true},
		"url":  schema.StringAttribute{Computed: true},
	}}
}
func (endpoint) Create(ctx context.Context, request resource.CreateRequest, answer *resource.CreateResponse) {
	var name types.String
	answer.Diagnostics.Append(request.Plan.GetAttribute(ctx, path.Root("name"), &name)...)
	answer.State.Raw = request.Plan.Raw
	answer.Diagnostics.Append(answer.State.SetAttribute(ctx, path.Root("url"), "https://"+name.ValueString())...)
}
func (endpoint) Read(context.Context, resource.ReadRequest, *resource.ReadResponse)       {}
func (endpoint) Update(context.Context, resource.UpdateRequest, *resource.UpdateResponse) {}
func (endpoint) Delete(context.Context, resource.DeleteRequest, *resource.DeleteResponse) {}

func main() {
	err := providerserver.Serve(context.Background(), func() provider.Provider { return yardstick{} }, providerserver.ServeOpts{
		Address: "registry.terraform.io/hf-terraform/yardstick",
	})
	if err != nil {
		log.Fatal(err)
	}
}
