package main

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/boolplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/float64planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/int64default"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringdefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// A type of resource: its schema, and what is peculiar about it.
type thing struct {
	name   string
	schema schema.Schema
	// Its name is its identity, and there is only one with it.
	unique bool
	// It defers itself while its depth is unknown, for a host that can.
	defers bool
}

type attributes = map[string]schema.Attribute

func things() []thing {
	return []thing{
		{name: "berth", schema: schema.Schema{Description: "A place for one ship.", Attributes: with(flat())}, unique: true},
		{name: "ship", schema: schema.Schema{Attributes: with(ship())}},
		{name: "vault", schema: schema.Schema{Attributes: with(vault())}},
		{name: "cargo", schema: schema.Schema{Attributes: with(cargo())}},
		{name: "buoy", schema: schema.Schema{Attributes: with(buoy())}},
		{name: "pier", schema: pier()},
		{name: "tide", schema: schema.Schema{Attributes: with(flat())}, defers: true},
		{name: "crane", schema: schema.Schema{Version: 2, Attributes: with(crane())}},
	}
}

// Every thing has an id and a name that cannot change, and a revision that changes with it.
func with(more attributes) attributes {
	keep := []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	replace := []planmodifier.String{stringplanmodifier.RequiresReplace()}
	all := attributes{
		"id":       schema.StringAttribute{Computed: true, PlanModifiers: keep},
		"name":     schema.StringAttribute{Required: true, PlanModifiers: replace, Description: "Another one needs another object."},
		"revision": schema.Int64Attribute{Computed: true},
	}
	for name, attribute := range more {
		all[name] = attribute
	}
	return all
}

func flat() attributes {
	return attributes{
		"depth":  schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(10)},
		"label":  schema.StringAttribute{Optional: true},
		"tags":   schema.MapAttribute{Optional: true, ElementType: types.StringType},
		"moored": schema.BoolAttribute{Optional: true, Computed: true, PlanModifiers: []planmodifier.Bool{boolplanmodifier.UseStateForUnknown()}},
		"ratio":  schema.NumberAttribute{Optional: true},
	}
}

func ship() attributes {
	rank := schema.StringAttribute{Optional: true, Computed: true, Default: stringdefault.StaticString("mate")}
	return attributes{
		"captain": schema.SingleNestedAttribute{Optional: true, Attributes: attributes{
			"name":    schema.StringAttribute{Required: true},
			"rank":    rank,
			"license": schema.StringAttribute{Computed: true},
		}},
		"crew": schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes{
			"name":  schema.StringAttribute{Required: true},
			"rank":  rank,
			"badge": schema.StringAttribute{Computed: true},
		}}},
		"hold": schema.SetNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes{
			"goods": schema.StringAttribute{Required: true},
			"tons":  schema.Int64Attribute{Optional: true},
			"seal":  schema.StringAttribute{Computed: true},
		}}},
		"flags": schema.MapNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes{
			"country": schema.StringAttribute{Required: true},
			"size":    schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(3)},
		}}},
		"ports": schema.SetAttribute{Optional: true, ElementType: types.StringType},
		"route": schema.ListAttribute{Optional: true, ElementType: types.StringType},
		"size":  schema.ObjectAttribute{Optional: true, AttributeTypes: map[string]attrType{"length": types.NumberType, "width": types.NumberType}},
		"berth": schema.StringAttribute{Optional: true},
		"papers": schema.SingleNestedAttribute{Computed: true, Attributes: attributes{
			"number": schema.StringAttribute{Computed: true},
		}},
	}
}

func vault() attributes {
	return attributes{
		"label":       schema.StringAttribute{Optional: true},
		"secret":      schema.StringAttribute{Optional: true, Sensitive: true},
		"secret_wo":   schema.StringAttribute{Optional: true, WriteOnly: true},
		"wo_version":  schema.Int64Attribute{Optional: true},
		"fingerprint": schema.StringAttribute{Computed: true},
		"token":       schema.StringAttribute{Computed: true, Sensitive: true, PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()}},
	}
}

func cargo() attributes {
	return attributes{
		"content": schema.DynamicAttribute{Required: true},
		"echo":    schema.DynamicAttribute{Computed: true},
	}
}

func buoy() attributes {
	replace := []planmodifier.Float64{float64planmodifier.RequiresReplace()}
	wider := stringplanmodifier.RequiresReplaceIf(needsAnother, "another letter first", "another letter first")
	return attributes{
		"position": schema.SingleNestedAttribute{Required: true, Attributes: attributes{
			"lat":  schema.Float64Attribute{Required: true, PlanModifiers: replace},
			"lon":  schema.Float64Attribute{Required: true, PlanModifiers: replace},
			"note": schema.StringAttribute{Optional: true},
		}},
		"chain": schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes{
			"metal": schema.StringAttribute{Required: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplace()}},
			"links": schema.Int64Attribute{Optional: true},
		}}},
		"light": schema.StringAttribute{Optional: true, PlanModifiers: []planmodifier.String{wider}},
		"bell":  schema.StringAttribute{Optional: true, Computed: true, PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplaceIfConfigured(), stringplanmodifier.UseStateForUnknown()}},
	}
}

func needsAnother(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
	before, now := req.StateValue.ValueString(), req.PlanValue.ValueString()
	resp.RequiresReplace = before != "" && now != "" && before[0] != now[0]
}

func pier() schema.Schema {
	return schema.Schema{
		Attributes: with(attributes{"label": schema.StringAttribute{Optional: true}}),
		Blocks: map[string]schema.Block{
			"plank": schema.ListNestedBlock{NestedObject: schema.NestedBlockObject{
				Attributes: attributes{
					"wood":  schema.StringAttribute{Required: true},
					"width": schema.Int64Attribute{Optional: true, Computed: true, Default: int64default.StaticInt64(20)},
					"stamp": schema.StringAttribute{Computed: true},
				},
				Blocks: map[string]schema.Block{"nail": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{
					Attributes: attributes{"length": schema.Int64Attribute{Required: true}},
				}}},
			}},
			"lamp": schema.SetNestedBlock{NestedObject: schema.NestedBlockObject{Attributes: attributes{
				"colour": schema.StringAttribute{Required: true},
				"watts":  schema.Int64Attribute{Optional: true},
			}}},
			"gate": schema.SingleNestedBlock{Attributes: attributes{
				"code": schema.StringAttribute{Optional: true},
				"open": schema.BoolAttribute{Optional: true},
			}},
		},
	}
}

func crane() attributes {
	return attributes{
		"tons":  schema.Int64Attribute{Optional: true},
		"label": schema.StringAttribute{Optional: true},
	}
}

// One of the types of a provider that has a thousand, about as large as those of a cloud.
func large(number int) thing {
	all := attributes{}
	for each := range 24 {
		text := fmt.Sprintf("What the value %d of the type %d says, in a sentence as long as those of a cloud are.", each, number)
		all[fmt.Sprintf("value_%d", each)] = schema.StringAttribute{Optional: true, Description: text}
	}
	all["rules"] = schema.ListNestedAttribute{Optional: true, NestedObject: schema.NestedAttributeObject{Attributes: attributes{
		"from": schema.StringAttribute{Optional: true, Description: "Where it begins."},
		"to":   schema.StringAttribute{Optional: true, Description: "Where it ends."},
	}}}
	return thing{name: fmt.Sprintf("large_%d", number), schema: schema.Schema{Attributes: with(all), Description: "One of many."}}
}
