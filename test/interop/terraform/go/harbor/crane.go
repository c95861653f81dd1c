package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
)

// A crane: its states of older versions are upgraded, and a berth can become one.
type craneKind struct{ kind }

// A number was a text once, and had another name.
func (c *craneKind) UpgradeState(context.Context) map[int64]resource.StateUpgrader {
	return map[int64]resource.StateUpgrader{0: upgraderFrom("kilos", 1000), 1: upgraderFrom("weight", 1)}
}

func upgraderFrom(old string, divisor int64) resource.StateUpgrader {
	prior := schema.Schema{Attributes: attributes{
		"id":       schema.StringAttribute{Computed: true},
		"name":     schema.StringAttribute{Required: true},
		"revision": schema.Int64Attribute{Computed: true},
		"label":    schema.StringAttribute{Optional: true},
		old:        schema.Int64Attribute{Optional: true},
	}}
	return resource.StateUpgrader{PriorSchema: &prior, StateUpgrader: func(ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {
		var heavy *int64
		resp.Diagnostics.Append(req.State.GetAttribute(ctx, path.Root(old), &heavy)...)
		if heavy != nil {
			tons := *heavy / divisor
			heavy = &tons
		}
		raw := req.State.Raw
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), text(raw, "id"))...)
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("name"), text(raw, "name"))...)
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("revision"), number(raw, "revision"))...)
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("tons"), heavy)...)
		if label := text(raw, "label"); label != "" {
			resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("label"), label)...)
		}
	}}
}

func (c *craneKind) MoveState(context.Context) []resource.StateMover {
	source := schema.Schema{Attributes: with(flat())}
	return []resource.StateMover{{SourceSchema: &source, StateMover: func(ctx context.Context, req resource.MoveStateRequest, resp *resource.MoveStateResponse) {
		if req.SourceTypeName != "harbor_berth" || req.SourceState == nil {
			return
		}
		raw := req.SourceState.Raw
		resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root("id"), text(raw, "id"))...)
		resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root("name"), text(raw, "name"))...)
		resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root("revision"), number(raw, "revision"))...)
		if label := text(raw, "label"); label != "" {
			resp.Diagnostics.Append(resp.TargetState.SetAttribute(ctx, path.Root("label"), label)...)
		}
	}}}
}
