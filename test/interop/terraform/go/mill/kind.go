package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sort"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"

	"slipway.test/terraform/store"
)

// A type of resource whose fields the store keeps as JSON. `decide` says what the provider decides itself.
type kind struct {
	name   string
	decide func(d *schema.ResourceData, id string) map[string]any
}

// Adds to the resource what each kind does the same way.
func (k kind) resource(made *schema.Resource) *schema.Resource {
	made.CreateContext, made.ReadContext, made.DeleteContext = k.create, k.read, k.remove
	made.UpdateContext = k.update
	made.Importer = &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext}
	return made
}

func (k kind) create(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
	s, name := meta.(*store.Store), d.Get("name").(string)
	if err := s.Meet(ctx, "create", name, false); err != nil {
		return diag.FromErr(err)
	}
	id, err := s.Create(k.name, name, func(id string) ([]byte, error) { return k.content(d, id) })
	if err != nil {
		return diag.FromErr(err)
	}
	d.SetId(id)
	if err := s.Meet(ctx, "create", name, true); err != nil {
		return diag.FromErr(err)
	}
	return k.read(ctx, d, meta)
}

func (k kind) read(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
	s, id := meta.(*store.Store), d.Id()
	if err := s.Meet(ctx, "read", d.Get("name").(string), false); err != nil {
		return diag.FromErr(err)
	}
	content, err := s.Read(k.name, id)
	if err != nil {
		return diag.FromErr(err)
	}
	if content == nil {
		d.SetId("")
		return nil
	}
	kept := map[string]any{}
	if err := json.Unmarshal(content, &kept); err != nil {
		return diag.FromErr(err)
	}
	for name, value := range kept {
		if err := d.Set(name, value); err != nil {
			return diag.FromErr(err)
		}
	}
	return nil
}

func (k kind) update(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
	s, name := meta.(*store.Store), d.Get("name").(string)
	if err := s.Meet(ctx, "update", name, false); err != nil {
		// The state of before stays what is recorded.
		d.Partial(true)
		return diag.FromErr(err)
	}
	content, err := k.content(d, d.Id())
	if err == nil {
		err = s.Update(k.name, d.Id(), content)
	}
	if err != nil {
		return diag.FromErr(err)
	}
	if err := s.Meet(ctx, "update", name, true); err != nil && !errors.Is(err, store.ErrOdd) {
		return diag.FromErr(err)
	}
	return k.read(ctx, d, meta)
}

func (k kind) remove(ctx context.Context, d *schema.ResourceData, meta any) diag.Diagnostics {
	s, name := meta.(*store.Store), d.Get("name").(string)
	if err := s.Meet(ctx, "delete", name, false); err != nil {
		return diag.FromErr(err)
	}
	if err := s.Delete(k.name, d.Id()); err != nil {
		return diag.FromErr(err)
	}
	return diag.FromErr(s.Meet(ctx, "delete", name, true))
}

// What the store keeps: the fields as they are wanted, and those that the provider decides.
func (k kind) content(d *schema.ResourceData, id string) ([]byte, error) {
	all := map[string]any{}
	raw := d.GetRawPlan()
	for name := range raw.Type().AttributeTypes() {
		if name != "id" && name != "timeouts" {
			all[name] = plain(d.Get(name))
		}
	}
	for name, value := range k.decide(d, id) {
		all[name] = value
	}
	return json.MarshalIndent(all, "", " ")
}

// Sets become lists, in an order that does not depend on their hashes.
func plain(value any) any {
	switch known := value.(type) {
	case *schema.Set:
		all := plain(known.List()).([]any)
		sort.Slice(all, func(a, b int) bool { return fmt.Sprint(all[a]) < fmt.Sprint(all[b]) })
		return all
	case []any:
		all := []any{}
		for _, each := range known {
			all = append(all, plain(each))
		}
		return all
	case map[string]any:
		all := map[string]any{}
		for name, each := range known {
			all[name] = plain(each)
		}
		return all
	}
	return value
}
