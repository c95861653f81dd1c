package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/customdiff"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"slipway.test/terraform/store"
)

func named() *schema.Schema {
	return &schema.Schema{Type: schema.TypeString, Required: true, ForceNew: true, Description: "Another one needs another object."}
}

// Nested blocks, sets of blocks, what CustomizeDiff decides, and timeouts.
func wheel() *schema.Resource {
	decide := func(d *schema.ResourceData, id string) map[string]any {
		return map[string]any{"power": 2 * d.Get("blades").(int), "plate": "plate of " + id, "bucket": buckets(d, id)}
	}
	minutes := schema.DefaultTimeout(5 * time.Minute)
	return kind{"wheel", decide}.resource(&schema.Resource{
		Description: "A wheel of a mill.",
		Schema: fields{
			"name":   named(),
			"blades": {Type: schema.TypeInt, Optional: true, Default: 8},
			"power":  {Type: schema.TypeInt, Computed: true},
			"plate":  {Type: schema.TypeString, Computed: true},
			"label":  {Type: schema.TypeString, Optional: true},
			"heavy":  {Type: schema.TypeBool, Optional: true},
			"radius": {Type: schema.TypeFloat, Optional: true},
			"tags":   {Type: schema.TypeMap, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"marks":  {Type: schema.TypeSet, Optional: true, Elem: &schema.Schema{Type: schema.TypeString}},
			"steps":  {Type: schema.TypeList, Optional: true, Elem: &schema.Schema{Type: schema.TypeInt}},
			"axle": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: fields{
				"wood":   {Type: schema.TypeString, Required: true, ForceNew: true},
				"grease": {Type: schema.TypeString, Optional: true, Default: "tallow"},
			}}},
			"spoke": {Type: schema.TypeList, Optional: true, Elem: &schema.Resource{Schema: fields{
				"length": {Type: schema.TypeInt, Required: true},
				"bolt": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: fields{
					"size":  {Type: schema.TypeInt, Required: true},
					"metal": {Type: schema.TypeString, Optional: true, Default: "iron"},
				}}},
			}}},
			"bucket": {Type: schema.TypeSet, Optional: true, Elem: &schema.Resource{Schema: fields{
				"litres": {Type: schema.TypeInt, Required: true},
				"colour": {Type: schema.TypeString, Optional: true},
				"serial": {Type: schema.TypeString, Computed: true},
			}}},
			"old_label": {Type: schema.TypeString, Optional: true, Deprecated: "Use label.", ConflictsWith: []string{"label"}},
		},
		Timeouts: &schema.ResourceTimeout{Create: minutes, Update: minutes, Delete: minutes},
		CustomizeDiff: customdiff.All(
			customdiff.ForceNewIfChange("blades", func(_ context.Context, before, now, _ any) bool { return now.(int) < before.(int) }),
			customdiff.ComputedIf("power", func(_ context.Context, d *schema.ResourceDiff, _ any) bool { return d.HasChange("blades") }),
			func(ctx context.Context, d *schema.ResourceDiff, meta any) error {
				if s, ok := meta.(*store.Store); ok {
					return s.Meet(ctx, "plan", d.Get("name").(string), false)
				}
				return nil
			},
		),
	})
}

func buckets(d *schema.ResourceData, id string) []any {
	all := plain(d.Get("bucket")).([]any)
	for _, each := range all {
		bucket := each.(map[string]any)
		bucket["serial"] = fmt.Sprintf("%s of %v", id, bucket["litres"])
	}
	return all
}

// States of two older versions, texts that are equal although they differ, and a value that is kept otherwise than it is written.
func grain() *schema.Resource {
	decide := func(d *schema.ResourceData, id string) map[string]any {
		return map[string]any{"origin": originOf(d, id)}
	}
	old := func(amount string) *schema.Resource {
		return &schema.Resource{Schema: fields{
			"name": named(), "sort": {Type: schema.TypeString, Optional: true}, amount: {Type: schema.TypeString, Optional: true},
			"note": {Type: schema.TypeString, Optional: true}, "origin": {Type: schema.TypeString, Optional: true, Computed: true},
		}}
	}
	renamed := func(from, to string) schema.StateUpgradeFunc {
		return func(_ context.Context, raw map[string]any, _ any) (map[string]any, error) {
			raw[to] = raw[from]
			delete(raw, from)
			return raw, nil
		}
	}
	return kind{"grain", decide}.resource(&schema.Resource{
		SchemaVersion: 2,
		Schema: fields{
			"name": named(),
			"sort": {Type: schema.TypeString, Optional: true, DiffSuppressFunc: func(_, before, now string, _ *schema.ResourceData) bool {
				return strings.EqualFold(before, now)
			}},
			"sacks":  {Type: schema.TypeString, Optional: true},
			"note":   {Type: schema.TypeString, Optional: true, StateFunc: func(said any) string { return strings.ToLower(said.(string)) }},
			"origin": {Type: schema.TypeString, Optional: true, Computed: true},
		},
		StateUpgraders: []schema.StateUpgrader{
			{Version: 0, Type: old("bags").CoreConfigSchema().ImpliedType(), Upgrade: renamed("bags", "amount")},
			{Version: 1, Type: old("amount").CoreConfigSchema().ImpliedType(), Upgrade: renamed("amount", "sacks")},
		},
	})
}

func originOf(d *schema.ResourceData, id string) string {
	if said := d.Get("origin").(string); said != "" {
		return said
	}
	return "field of " + id
}

// Secrets, and everything that needs another object.
func sack() *schema.Resource {
	decide := func(_ *schema.ResourceData, id string) map[string]any {
		return map[string]any{"seal": "hush-seal-of-" + id}
	}
	return kind{"sack", decide}.resource(&schema.Resource{Schema: fields{
		"name":   named(),
		"secret": {Type: schema.TypeString, Optional: true, Sensitive: true},
		"seal":   {Type: schema.TypeString, Computed: true, Sensitive: true},
		"cloth":  {Type: schema.TypeString, Optional: true, ForceNew: true},
		"patch": {Type: schema.TypeSet, Optional: true, ForceNew: true, Elem: &schema.Resource{Schema: fields{
			"colour": {Type: schema.TypeString, Required: true},
		}}},
		"key_wo":      {Type: schema.TypeString, Optional: true, WriteOnly: true},
		"key_version": {Type: schema.TypeInt, Optional: true},
		"wheel":       {Type: schema.TypeString, Optional: true},
	}})
}

// Blocks that are computed as well: the provider fills them in when nobody writes them.
func stone() *schema.Resource {
	decide := func(d *schema.ResourceData, id string) map[string]any {
		grooves := plain(d.Get("groove")).([]any)
		if len(grooves) == 0 {
			grooves = []any{map[string]any{"depth": 3, "cut": "by " + id}}
		}
		for _, each := range grooves {
			groove := each.(map[string]any)
			if groove["cut"] == "" {
				groove["cut"] = "by " + id
			}
		}
		return map[string]any{"groove": grooves, "weight": 40}
	}
	return kind{"stone", decide}.resource(&schema.Resource{Schema: fields{
		"name":  named(),
		"label": {Type: schema.TypeString, Optional: true},
		"groove": {Type: schema.TypeList, Optional: true, Computed: true, Elem: &schema.Resource{Schema: fields{
			"depth": {Type: schema.TypeInt, Required: true},
			"cut":   {Type: schema.TypeString, Optional: true, Computed: true},
		}}},
		"weight": {Type: schema.TypeInt, Computed: true},
		"zones":  {Type: schema.TypeSet, Optional: true, Computed: true, ConfigMode: schema.SchemaConfigModeAttr, Elem: &schema.Schema{Type: schema.TypeString}},
	}})
}

func wheelData() *schema.Resource {
	return &schema.Resource{
		Schema: fields{
			"name":  {Type: schema.TypeString, Required: true},
			"found": {Type: schema.TypeString, Computed: true},
			"all":   {Type: schema.TypeList, Computed: true, Elem: &schema.Schema{Type: schema.TypeString}},
		},
		ReadContext: func(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
			s, name := meta.(*store.Store), d.Get("name").(string)
			if err := s.Meet(ctx, "data", name, false); err != nil {
				return diag.FromErr(err)
			}
			d.SetId("wheel " + name)
			if err := d.Set("found", s.ByName("wheel", name)); err != nil {
				return diag.FromErr(err)
			}
			return diag.FromErr(d.Set("all", s.Ids("wheel")))
		},
	}
}
