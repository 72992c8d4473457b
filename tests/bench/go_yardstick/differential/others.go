// All but the resources of the provider, as tests/differential/other_parts.ts
// has them.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/action"
	actionschema "github.com/hashicorp/terraform-plugin-framework/action/schema"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The attributes of a schema are of one interface in each package.
func as[T, S any](from map[string]S) map[string]T {
	to := map[string]T{}
	for name, one := range from {
		to[name] = any(one).(T)
	}
	return to
}

func valueOf(ctx context.Context, text string, of attr.Type) (tftypes.Value, error) {
	if text == "" {
		return tftypes.Value{}, errors.New("no answer")
	}
	return tftypes.ValueFromJSON([]byte(text), of.TerraformType(ctx))
}

type data struct {
	name      string
	described block
}

func (d data) Metadata(_ context.Context, _ datasource.MetadataRequest, answer *datasource.MetadataResponse) {
	answer.TypeName = d.name
}
func (d data) Schema(_ context.Context, _ datasource.SchemaRequest, answer *datasource.SchemaResponse) {
	made := d.described.schema()
	answer.Schema = dataschema.Schema{Attributes: as[dataschema.Attribute](made.Attributes), Blocks: as[dataschema.Block](made.Blocks)}
}
func (d data) Read(ctx context.Context, request datasource.ReadRequest, answer *datasource.ReadResponse) {
	does := behaviourOf(ctx, request.ProviderMeta, &answer.Diagnostics)
	if does.Fail {
		answer.Diagnostics.AddError("Failed", "By the service.")
		return
	}
	value, err := valueOf(ctx, does.Answer, answer.State.Schema.Type())
	if err != nil {
		answer.Diagnostics.AddError("Not of the schema", err.Error())
		return
	}
	answer.State.Raw = value
}

type opened struct {
	name      string
	described block
}

func (o opened) Metadata(_ context.Context, _ ephemeral.MetadataRequest, answer *ephemeral.MetadataResponse) {
	answer.TypeName = o.name
}
func (o opened) Schema(_ context.Context, _ ephemeral.SchemaRequest, answer *ephemeral.SchemaResponse) {
	made := o.described.schema()
	answer.Schema = ephemeralschema.Schema{Attributes: as[ephemeralschema.Attribute](made.Attributes), Blocks: as[ephemeralschema.Block](made.Blocks)}
}
func (o opened) Open(ctx context.Context, request ephemeral.OpenRequest, answer *ephemeral.OpenResponse) {
	does := behaviourOf(ctx, request.Config, &answer.Diagnostics)
	if does.Fail {
		answer.Diagnostics.AddError("Failed", "By the service.")
		return
	}
	value, err := valueOf(ctx, does.Answer, answer.Result.Schema.Type())
	if err != nil {
		answer.Diagnostics.AddError("Not of the schema", err.Error())
		return
	}
	answer.Result.Raw = value
	var told types.String
	answer.Diagnostics.Append(request.Config.GetAttribute(ctx, path.Root("behaviour"), &told)...)
	answer.Diagnostics.Append(answer.Result.SetAttribute(ctx, path.Root("behaviour"), told)...)
	if does.RenewAt != 0 {
		answer.RenewAt = time.Unix(does.RenewAt, 0)
	}
	if does.Next != nil {
		answer.Diagnostics.Append(answer.Private.SetKey(ctx, "next", does.Next)...)
	}
}

// What open said is to be done next.
func next(ctx context.Context, private interface {
	GetKey(context.Context, string) ([]byte, diag.Diagnostics)
}, found *diag.Diagnostics) behaviour {
	text, diagnostics := private.GetKey(ctx, "next")
	found.Append(diagnostics...)
	var does behaviour
	if text != nil {
		if err := json.Unmarshal(text, &does); err != nil {
			found.AddError("No behaviour", err.Error())
		}
	}
	if does.Warn {
		found.AddWarning("Warned", "By the service.")
	}
	if does.Fail {
		found.AddError("Failed", "By the service.")
	}
	return does
}
func (o opened) Renew(ctx context.Context, request ephemeral.RenewRequest, answer *ephemeral.RenewResponse) {
	does := next(ctx, request.Private, &answer.Diagnostics)
	if does.RenewAt != 0 {
		answer.RenewAt = time.Unix(does.RenewAt, 0)
	}
}
func (o opened) Close(ctx context.Context, request ephemeral.CloseRequest, answer *ephemeral.CloseResponse) {
	next(ctx, request.Private, &answer.Diagnostics)
}

type done struct {
	name      string
	described block
}

func (d done) Metadata(_ context.Context, _ action.MetadataRequest, answer *action.MetadataResponse) {
	answer.TypeName = d.name
}
func (d done) Schema(_ context.Context, _ action.SchemaRequest, answer *action.SchemaResponse) {
	made := d.described.schema()
	answer.Schema = actionschema.Schema{Attributes: as[actionschema.Attribute](made.Attributes), Blocks: as[actionschema.Block](made.Blocks)}
}
func (d done) ModifyPlan(ctx context.Context, request action.ModifyPlanRequest, answer *action.ModifyPlanResponse) {
	if behaviourOf(ctx, request.Config, &answer.Diagnostics).Fail {
		answer.Diagnostics.AddError("Failed", "By the service.")
	}
}
func (d done) Invoke(ctx context.Context, request action.InvokeRequest, answer *action.InvokeResponse) {
	does := behaviourOf(ctx, request.Config, &answer.Diagnostics)
	for _, message := range does.Progress {
		answer.SendProgress(action.InvokeProgressEvent{Message: message})
	}
	if does.Save {
		answer.Diagnostics.AddError("Failed", "By the service.")
	}
}

type listed struct {
	name      string
	described block
}

func (l listed) Metadata(_ context.Context, _ resource.MetadataRequest, answer *resource.MetadataResponse) {
	answer.TypeName = l.name
}
func (l listed) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, answer *list.ListResourceSchemaResponse) {
	made := l.described.schema()
	answer.Schema = listschema.Schema{Attributes: as[listschema.Attribute](made.Attributes), Blocks: as[listschema.Block](made.Blocks)}
}
func (l listed) List(ctx context.Context, request list.ListRequest, stream *list.ListResultsStream) {
	var found diag.Diagnostics
	does := behaviourOf(ctx, request.Config, &found)
	if does.Fail {
		found.AddError("Failed", "By the service.")
		stream.Results = list.ListResultsStreamDiagnostics(found)
		return
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for _, text := range does.Results {
			result := request.NewListResult(ctx)
			value, err := valueOf(ctx, text, result.Resource.Schema.Type())
			if err != nil {
				result.Diagnostics.AddError("Not of the schema", err.Error())
			}
			result.Resource.Raw = value
			var id types.String
			result.Diagnostics.Append(result.Resource.GetAttribute(ctx, path.Root("id"), &id)...)
			result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("id"), id)...)
			result.DisplayName = id.ValueString()
			if !push(result) {
				return
			}
		}
	}
}

// Of another type with the same schema, or with an answer in its state.
func (t thing) MoveState(context.Context) []resource.StateMover {
	source := t.described.schema()
	return []resource.StateMover{
		{SourceSchema: &source, StateMover: func(ctx context.Context, request resource.MoveStateRequest, answer *resource.MoveStateResponse) {
			if request.SourceTypeName != "same" || request.SourceState == nil {
				return
			}
			answer.TargetState.Raw = request.SourceState.Raw
			var id types.String
			answer.Diagnostics.Append(answer.TargetState.GetAttribute(ctx, path.Root("id"), &id)...)
			answer.Diagnostics.Append(answer.TargetIdentity.SetAttribute(ctx, path.Root("id"), id)...)
		}},
		{StateMover: func(ctx context.Context, request resource.MoveStateRequest, answer *resource.MoveStateResponse) {
			if request.SourceTypeName != "raw" {
				return
			}
			var does behaviour
			if err := json.Unmarshal(request.SourceRawState.JSON, &does); err != nil {
				answer.Diagnostics.AddError("No behaviour", err.Error())
				return
			}
			if does.Warn {
				answer.Diagnostics.AddWarning("Warned", "By the service.")
			}
			t.answer(ctx, does, &answer.TargetState, answer.TargetIdentity, &answer.Diagnostics)
		}},
	}
}

// A function as tests/differential/described.ts describes it.
type described struct {
	Parameters []parameter
	Variadic   *parameter
	Returns    attribute
}

type parameter struct {
	attribute
	Nullable bool
}

type called struct {
	name      string
	described described
}

func (c called) Metadata(_ context.Context, _ function.MetadataRequest, answer *function.MetadataResponse) {
	answer.Name = c.name
}
func (c called) Definition(_ context.Context, _ function.DefinitionRequest, answer *function.DefinitionResponse) {
	answer.Definition = function.Definition{Return: returned(c.described.Returns)}
	answer.Definition.Parameters = []function.Parameter{function.StringParameter{Name: "behaviour"}}
	for i, one := range c.described.Parameters {
		answer.Definition.Parameters = append(answer.Definition.Parameters, one.make(string(rune('a'+i))))
	}
	if c.described.Variadic != nil {
		answer.Definition.VariadicParameter = c.described.Variadic.make("rest")
	}
}
func (c called) Run(ctx context.Context, request function.RunRequest, answer *function.RunResponse) {
	var text string
	if answer.Error = request.Arguments.GetArgument(ctx, 0, &text); answer.Error != nil {
		return
	}
	var does behaviour
	if err := json.Unmarshal([]byte(text), &does); err != nil {
		answer.Error = function.NewFuncError(err.Error())
		return
	}
	if does.Fail {
		answer.Error = function.NewFuncError("Failed")
		if does.Blames != nil {
			answer.Error = function.NewArgumentFuncError(*does.Blames, "Failed")
		}
		return
	}
	var value attr.Value
	if does.Echoes != nil {
		answer.Error = request.Arguments.GetArgument(ctx, *does.Echoes, &value)
	} else {
		of := c.described.Returns.attrType()
		raw, err := valueOf(ctx, does.Answer, of)
		if err == nil {
			value, err = of.ValueFromTerraform(ctx, raw)
		}
		if err != nil {
			answer.Error = function.NewFuncError(err.Error())
		}
	}
	if answer.Error == nil {
		answer.Error = answer.Result.Set(ctx, value)
	}
}

func (p parameter) make(name string) function.Parameter {
	switch p.Kind {
	case "string":
		return function.StringParameter{Name: name, AllowNullValue: p.Nullable}
	case "bool":
		return function.BoolParameter{Name: name, AllowNullValue: p.Nullable}
	case "int64":
		return function.Int64Parameter{Name: name, AllowNullValue: p.Nullable}
	case "float64":
		return function.Float64Parameter{Name: name, AllowNullValue: p.Nullable}
	case "number":
		return function.NumberParameter{Name: name, AllowNullValue: p.Nullable}
	case "dynamic":
		return function.DynamicParameter{Name: name, AllowNullValue: p.Nullable}
	case "object":
		return function.ObjectParameter{Name: name, AllowNullValue: p.Nullable, AttributeTypes: p.attrType().(types.ObjectType).AttrTypes}
	case "list":
		return function.ListParameter{Name: name, AllowNullValue: p.Nullable, ElementType: p.attrType().(types.ListType).ElemType}
	case "set":
		return function.SetParameter{Name: name, AllowNullValue: p.Nullable, ElementType: p.attrType().(types.SetType).ElemType}
	case "map":
		return function.MapParameter{Name: name, AllowNullValue: p.Nullable, ElementType: p.attrType().(types.MapType).ElemType}
	}
	panic("unknown kind " + p.Kind)
}

func returned(a attribute) function.Return {
	switch a.Kind {
	case "string":
		return function.StringReturn{}
	case "bool":
		return function.BoolReturn{}
	case "int64":
		return function.Int64Return{}
	case "float64":
		return function.Float64Return{}
	case "number":
		return function.NumberReturn{}
	case "dynamic":
		return function.DynamicReturn{}
	case "object":
		return function.ObjectReturn{AttributeTypes: a.attrType().(types.ObjectType).AttrTypes}
	case "list":
		return function.ListReturn{ElementType: a.attrType().(types.ListType).ElemType}
	case "set":
		return function.SetReturn{ElementType: a.attrType().(types.SetType).ElemType}
	case "map":
		return function.MapReturn{ElementType: a.attrType().(types.MapType).ElemType}
	}
	panic("unknown kind " + a.Kind)
}
