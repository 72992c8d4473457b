package main

import (
	"context"
	"encoding/json"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/dynamicplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/listplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/mapplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/numberplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/objectplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/setplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// An attribute as tests/differential/description.ts describes it.
type attribute struct {
	Kind                         string
	Type                         json.RawMessage
	Nesting                      string
	Attributes                   map[string]attribute
	Required, Optional, Computed bool
	Sensitive, WriteOnly, Short  bool
	Deprecated                   string
	Default                      json.RawMessage
	Modifiers                    []string
}

// A block, or a whole schema.
type block struct {
	Nesting    string
	Attributes map[string]attribute
	Blocks     map[string]block
}

func (b block) schema() schema.Schema {
	return schema.Schema{Attributes: attributesOf(b.Attributes), Blocks: blocksOf(b.Blocks)}
}

func attributesOf(described map[string]attribute) map[string]schema.Attribute {
	made := map[string]schema.Attribute{}
	for name, a := range described {
		made[name] = a.make()
	}
	return made
}

func blocksOf(described map[string]block) map[string]schema.Block {
	made := map[string]schema.Block{}
	for name, b := range described {
		attributes, blocks := attributesOf(b.Attributes), blocksOf(b.Blocks)
		object := schema.NestedBlockObject{Attributes: attributes, Blocks: blocks}
		switch b.Nesting {
		case "single":
			made[name] = schema.SingleNestedBlock{Attributes: attributes, Blocks: blocks}
		case "list":
			made[name] = schema.ListNestedBlock{NestedObject: object}
		case "set":
			made[name] = schema.SetNestedBlock{NestedObject: object}
		}
	}
	return made
}

// The modifiers of a type, each by the library's function.
func modifiers[M any](names []string, keep, keepNonNull, replace, configured func() M) []M {
	var made []M
	for _, name := range names {
		switch name {
		case "useStateForUnknown":
			made = append(made, keep())
		case "useNonNullStateForUnknown":
			made = append(made, keepNonNull())
		case "requiresReplace":
			made = append(made, replace())
		case "requiresReplaceIfConfigured":
			made = append(made, configured())
		}
	}
	return made
}

func (a attribute) make() schema.Attribute {
	if a.Nesting != "" {
		return a.nested()
	}
	standard := a.standard()
	r, o, c, s, w, d, m := a.Required, a.Optional, a.Computed, a.Sensitive, a.WriteOnly, a.Deprecated, a.Modifiers
	switch a.Kind {
	case "string", "text":
		made := schema.StringAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, stringplanmodifier.UseStateForUnknown, stringplanmodifier.UseNonNullStateForUnknown, stringplanmodifier.RequiresReplace, stringplanmodifier.RequiresReplaceIfConfigured)}
		if a.Kind == "text" {
			made.CustomType = textType{}
		}
		if a.Short {
			made.Validators = []validator.String{short{}}
		}
		if standard != nil {
			made.Default = stringdefault.StaticString(standard.(types.String).ValueString())
		}
		return made
	case "bool":
		made := schema.BoolAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, boolplanmodifier.UseStateForUnknown, boolplanmodifier.UseNonNullStateForUnknown, boolplanmodifier.RequiresReplace, boolplanmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = booldefault.StaticBool(standard.(types.Bool).ValueBool())
		}
		return made
	case "int64":
		made := schema.Int64Attribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, int64planmodifier.UseStateForUnknown, int64planmodifier.UseNonNullStateForUnknown, int64planmodifier.RequiresReplace, int64planmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = int64default.StaticInt64(standard.(types.Int64).ValueInt64())
		}
		return made
	case "float64":
		made := schema.Float64Attribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, float64planmodifier.UseStateForUnknown, float64planmodifier.UseNonNullStateForUnknown, float64planmodifier.RequiresReplace, float64planmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = float64default.StaticFloat64(standard.(types.Float64).ValueFloat64())
		}
		return made
	case "number":
		made := schema.NumberAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, numberplanmodifier.UseStateForUnknown, numberplanmodifier.UseNonNullStateForUnknown, numberplanmodifier.RequiresReplace, numberplanmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = numberdefault.StaticBigFloat(new(big.Float).Set(standard.(types.Number).ValueBigFloat()))
		}
		return made
	case "dynamic":
		return schema.DynamicAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			PlanModifiers: modifiers(m, dynamicplanmodifier.UseStateForUnknown, dynamicplanmodifier.UseNonNullStateForUnknown, dynamicplanmodifier.RequiresReplace, dynamicplanmodifier.RequiresReplaceIfConfigured)}
	case "object":
		return schema.ObjectAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			AttributeTypes: a.attrType().(types.ObjectType).AttrTypes,
			PlanModifiers:  modifiers(m, objectplanmodifier.UseStateForUnknown, objectplanmodifier.UseNonNullStateForUnknown, objectplanmodifier.RequiresReplace, objectplanmodifier.RequiresReplaceIfConfigured)}
	case "list":
		made := schema.ListAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			ElementType:   a.attrType().(types.ListType).ElemType,
			PlanModifiers: modifiers(m, listplanmodifier.UseStateForUnknown, listplanmodifier.UseNonNullStateForUnknown, listplanmodifier.RequiresReplace, listplanmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = listdefault.StaticValue(standard.(types.List))
		}
		return made
	case "set":
		made := schema.SetAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, DeprecationMessage: d,
			ElementType:   a.attrType().(types.SetType).ElemType,
			PlanModifiers: modifiers(m, setplanmodifier.UseStateForUnknown, setplanmodifier.UseNonNullStateForUnknown, setplanmodifier.RequiresReplace, setplanmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = setdefault.StaticValue(standard.(types.Set))
		}
		return made
	case "map":
		made := schema.MapAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, WriteOnly: w, DeprecationMessage: d,
			ElementType:   a.attrType().(types.MapType).ElemType,
			PlanModifiers: modifiers(m, mapplanmodifier.UseStateForUnknown, mapplanmodifier.UseNonNullStateForUnknown, mapplanmodifier.RequiresReplace, mapplanmodifier.RequiresReplaceIfConfigured)}
		if standard != nil {
			made.Default = mapdefault.StaticValue(standard.(types.Map))
		}
		return made
	}
	panic("unknown kind " + a.Kind)
}

func (a attribute) nested() schema.Attribute {
	r, o, c, s, d, m := a.Required, a.Optional, a.Computed, a.Sensitive, a.Deprecated, a.Modifiers
	attributes := attributesOf(a.Attributes)
	object := schema.NestedAttributeObject{Attributes: attributes}
	switch a.Nesting {
	case "single":
		return schema.SingleNestedAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, DeprecationMessage: d, Attributes: attributes,
			PlanModifiers: modifiers(m, objectplanmodifier.UseStateForUnknown, objectplanmodifier.UseNonNullStateForUnknown, objectplanmodifier.RequiresReplace, objectplanmodifier.RequiresReplaceIfConfigured)}
	case "list":
		return schema.ListNestedAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, DeprecationMessage: d, NestedObject: object,
			PlanModifiers: modifiers(m, listplanmodifier.UseStateForUnknown, listplanmodifier.UseNonNullStateForUnknown, listplanmodifier.RequiresReplace, listplanmodifier.RequiresReplaceIfConfigured)}
	case "set":
		return schema.SetNestedAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, DeprecationMessage: d, NestedObject: object,
			PlanModifiers: modifiers(m, setplanmodifier.UseStateForUnknown, setplanmodifier.UseNonNullStateForUnknown, setplanmodifier.RequiresReplace, setplanmodifier.RequiresReplaceIfConfigured)}
	case "map":
		return schema.MapNestedAttribute{Required: r, Optional: o, Computed: c, Sensitive: s, DeprecationMessage: d, NestedObject: object,
			PlanModifiers: modifiers(m, mapplanmodifier.UseStateForUnknown, mapplanmodifier.UseNonNullStateForUnknown, mapplanmodifier.RequiresReplace, mapplanmodifier.RequiresReplaceIfConfigured)}
	}
	panic("unknown nesting " + a.Nesting)
}

// The default, or nil.
func (a attribute) standard() attr.Value {
	if a.Default == nil {
		return nil
	}
	ctx, kind := context.Background(), a.attrType()
	raw, err := tftypes.ValueFromJSON(a.Default, kind.TerraformType(ctx))
	if err != nil {
		panic(err)
	}
	value, err := kind.ValueFromTerraform(ctx, raw)
	if err != nil {
		panic(err)
	}
	return value
}

func (a attribute) attrType() attr.Type {
	switch a.Kind {
	case "int64":
		return types.Int64Type
	case "float64":
		return types.Float64Type
	}
	var parsed any
	if err := json.Unmarshal(a.Type, &parsed); err != nil {
		panic(err)
	}
	return typeOf(parsed)
}

// The type that the JSON of the protocol stands for.
func typeOf(parsed any) attr.Type {
	switch parsed {
	case "string":
		return types.StringType
	case "bool":
		return types.BoolType
	case "number":
		return types.NumberType
	case "dynamic":
		return types.DynamicType
	}
	parts := parsed.([]any)
	switch parts[0] {
	case "list":
		return types.ListType{ElemType: typeOf(parts[1])}
	case "set":
		return types.SetType{ElemType: typeOf(parts[1])}
	case "map":
		return types.MapType{ElemType: typeOf(parts[1])}
	case "object":
		attributes := map[string]attr.Type{}
		for name, part := range parts[1].(map[string]any) {
			attributes[name] = typeOf(part)
		}
		return types.ObjectType{AttrTypes: attributes}
	}
	panic("unknown type")
}

// Refuses texts of more than three characters.
type short struct{}

func (short) Description(context.Context) string         { return "at most three characters" }
func (short) MarkdownDescription(context.Context) string { return "at most three characters" }
func (short) ValidateString(_ context.Context, request validator.StringRequest, answer *validator.StringResponse) {
	if len([]rune(request.ConfigValue.ValueString())) > 3 {
		answer.Diagnostics.AddAttributeError(request.Path, "Too long", "At most three characters.")
	}
}

// A text in which case does not matter.
type textType struct{ basetypes.StringType }

func (textType) Equal(other attr.Type) bool { _, ok := other.(textType); return ok }
func (textType) ValueFromString(_ context.Context, in basetypes.StringValue) (basetypes.StringValuable, diag.Diagnostics) {
	return textValue{in}, nil
}
func (t textType) ValueFromTerraform(ctx context.Context, in tftypes.Value) (attr.Value, error) {
	value, err := t.StringType.ValueFromTerraform(ctx, in)
	if err != nil {
		return nil, err
	}
	return textValue{value.(basetypes.StringValue)}, nil
}
func (textType) ValueType(context.Context) attr.Value { return textValue{} }

type textValue struct{ basetypes.StringValue }

func (textValue) Type(context.Context) attr.Type { return textType{} }
func (v textValue) Equal(other attr.Value) bool {
	o, ok := other.(textValue)
	return ok && v.StringValue.Equal(o.StringValue)
}
func (v textValue) StringSemanticEquals(_ context.Context, other basetypes.StringValuable) (bool, diag.Diagnostics) {
	o, ok := other.(textValue)
	return ok && strings.EqualFold(v.ValueString(), o.ValueString()), nil
}
