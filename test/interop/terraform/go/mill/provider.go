package main

import (
	"context"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"slipway.test/terraform/store"
)

type fields = map[string]*schema.Schema

func newMill() *schema.Provider {
	return &schema.Provider{
		Schema: fields{
			"store": {Type: schema.TypeString, Optional: true, DefaultFunc: schema.EnvDefaultFunc("MILL_STORE", nil)},
			"owner": {Type: schema.TypeString, Optional: true},
			"pin":   {Type: schema.TypeString, Optional: true, Sensitive: true},
			"guard": {Type: schema.TypeList, Optional: true, MaxItems: 1, Elem: &schema.Resource{Schema: fields{
				"name": {Type: schema.TypeString, Required: true},
			}}},
		},
		ResourcesMap:         map[string]*schema.Resource{"mill_wheel": wheel(), "mill_grain": grain(), "mill_sack": sack(), "mill_stone": stone()},
		DataSourcesMap:       map[string]*schema.Resource{"mill_wheel": wheelData()},
		ConfigureContextFunc: configure,
	}
}

func configure(ctx context.Context, d *schema.ResourceData) (any, diag.Diagnostics) {
	dir, _ := d.Get("store").(string)
	opened, err := store.Open(dir)
	if err == nil {
		err = opened.Meet(ctx, "configure", "", false)
	}
	return opened, diag.FromErr(err)
}
