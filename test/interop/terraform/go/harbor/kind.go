package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/identityschema"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"slipway.test/terraform/store"
)

// A resource of one type; the store has its whole state as JSON.
type kind struct {
	thing
	office *office
}

// A thing whose name is its identity has what the others lack.
type uniqueKind struct{ kind }

func wrap(one thing) resource.Resource {
	made := kind{thing: one}
	switch {
	case one.unique:
		return &uniqueKind{made}
	case one.name == "crane":
		return &craneKind{made}
	}
	return &made
}

func (k *kind) Metadata(_ context.Context, req resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + k.name
}

func (k *kind) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {
	resp.Schema = k.schema
}

func (u *uniqueKind) IdentitySchema(_ context.Context, _ resource.IdentitySchemaRequest, resp *resource.IdentitySchemaResponse) {
	resp.IdentitySchema = identityschema.Schema{Attributes: map[string]identityschema.Attribute{
		"name": identityschema.StringAttribute{RequiredForImport: true},
	}}
}

func (k *kind) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if made, ok := req.ProviderData.(*office); ok {
		k.office = made
	}
}

// A crane that was a berth lies where berths lie.
func (k *kind) folder() string {
	if k.name == "crane" {
		return "berth"
	}
	return k.name
}

// The store is unknown before the provider is configured.
func (k *kind) store() *store.Store {
	if k.office == nil {
		return nil
	}
	return k.office.store
}

func (k *kind) ModifyPlan(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) {
	if req.Plan.Raw.IsNull() {
		return
	}
	if err := k.store().Meet(ctx, "plan", text(req.Plan.Raw, "name"), false); err != nil {
		resp.Diagnostics.AddError("Cannot plan", err.Error())
	}
	if !req.State.Raw.IsNull() && text(req.Plan.Raw, "label") == "stuck" {
		resp.Diagnostics.AddAttributeError(path.Root("label"), "It is stuck", "What is there cannot get this label.")
	}
	if k.defers && req.ClientCapabilities.DeferralAllowed && !known(req.Config.Raw, "depth") {
		resp.Deferred = &resource.Deferred{Reason: resource.DeferredReasonResourceConfigUnknown}
	}
}

func (k *kind) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest, resp *resource.ValidateConfigResponse) {
	if text(req.Config.Raw, "label") == "sunk" {
		resp.Diagnostics.AddAttributeError(path.Root("label"), "Nothing here is sunk", "Another label, please.")
	}
	if text(req.Config.Raw, "label") == "rusty" {
		resp.Diagnostics.AddAttributeWarning(path.Root("label"), "Rust", "It will not last.")
	}
}

func (k *kind) Create(ctx context.Context, req resource.CreateRequest, resp *resource.CreateResponse) {
	name := text(req.Plan.Raw, "name")
	if k.unique && k.store().ByName(k.folder(), name) != "" {
		resp.Diagnostics.AddError("It exists", fmt.Sprintf("There is a %s with the name %s.", k.name, name))
		return
	}
	if failed(k.store().Meet(ctx, "create", name, false), &resp.Diagnostics) {
		return
	}
	if text(req.Plan.Raw, "label") == "noisy" {
		resp.Diagnostics.AddWarning("Noise at work", "The neighbours complain.")
	}
	var made tftypes.Value
	_, err := k.store().Create(k.folder(), name, func(id string) (content []byte, err error) {
		made, err = k.filled(req.Plan.Raw, req.Config.Raw, id, 1)
		if err != nil {
			return nil, err
		}
		return toJSON(made)
	})
	if failed(err, &resp.Diagnostics) {
		return
	}
	resp.State.Raw = k.afterwards(ctx, "create", name, made, &resp.Diagnostics)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "quay", quay(made))...)
	k.identify(ctx, resp.Identity, made, &resp.Diagnostics)
}

func (k *kind) Read(ctx context.Context, req resource.ReadRequest, resp *resource.ReadResponse) {
	id := text(req.State.Raw, "id")
	if failed(k.store().Meet(ctx, "read", text(req.State.Raw, "name"), false), &resp.Diagnostics) {
		return
	}
	if text(req.State.Raw, "label") == "noisy" {
		resp.Diagnostics.AddWarning("Noise on the quay", "Nobody can sleep.")
	}
	content, err := k.store().Read(k.folder(), id)
	if failed(err, &resp.Diagnostics) {
		return
	}
	if content == nil {
		// The framework wants an identity even of what is gone.
		k.identify(ctx, resp.Identity, req.State.Raw, &resp.Diagnostics)
		resp.State.RemoveResource(ctx)
		return
	}
	raw, err := fromJSON(content, req.State.Raw.Type())
	if failed(err, &resp.Diagnostics) {
		return
	}
	resp.State.Raw = raw
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "quay", quay(raw))...)
	k.identify(ctx, resp.Identity, raw, &resp.Diagnostics)
}

func (k *kind) Update(ctx context.Context, req resource.UpdateRequest, resp *resource.UpdateResponse) {
	name, id := text(req.Plan.Raw, "name"), text(req.State.Raw, "id")
	kept, diags := req.Private.GetKey(ctx, "quay")
	resp.Diagnostics.Append(diags...)
	if string(kept) != string(quay(req.State.Raw)) {
		resp.Diagnostics.AddError("The private data is lost", fmt.Sprintf("%s has %q.", id, kept))
		return
	}
	if failed(k.store().Meet(ctx, "update", name, false), &resp.Diagnostics) {
		return
	}
	made, err := k.filled(req.Plan.Raw, req.Config.Raw, id, number(req.State.Raw, "revision")+1)
	if failed(err, &resp.Diagnostics) {
		return
	}
	content, err := toJSON(made)
	if err == nil {
		err = k.store().Update(k.folder(), id, content)
	}
	if failed(err, &resp.Diagnostics) {
		return
	}
	resp.State.Raw = k.afterwards(ctx, "update", name, made, &resp.Diagnostics)
	k.identify(ctx, resp.Identity, made, &resp.Diagnostics)
}

func (k *kind) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	name := text(req.State.Raw, "name")
	if failed(k.store().Meet(ctx, "delete", name, false), &resp.Diagnostics) {
		return
	}
	if failed(k.store().Delete(k.folder(), text(req.State.Raw, "id")), &resp.Diagnostics) {
		return
	}
	failed(k.store().Meet(ctx, "delete", name, true), &resp.Diagnostics)
}

func (k *kind) ImportState(ctx context.Context, req resource.ImportStateRequest, resp *resource.ImportStateResponse) {
	if failed(k.store().Meet(ctx, "import", req.ID, false), &resp.Diagnostics) {
		return
	}
	id := req.ID
	if id == "" && req.Identity != nil {
		var name string
		resp.Diagnostics.Append(req.Identity.GetAttribute(ctx, path.Root("name"), &name)...)
		id = k.store().ByName(k.folder(), name)
	}
	resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root("id"), id)...)
}

// The name of a thing whose name is its identity.
func (k *kind) identify(ctx context.Context, identity *tfsdk.ResourceIdentity, raw tftypes.Value, diags *diag.Diagnostics) {
	if identity != nil {
		diags.Append(identity.SetAttribute(ctx, path.Root("name"), text(raw, "name"))...)
	}
}

// What is answered after the work, which a test may want to go wrong.
func (k *kind) afterwards(ctx context.Context, on, name string, made tftypes.Value, diags *diag.Diagnostics) tftypes.Value {
	err := k.store().Meet(ctx, on, name, true)
	if errors.Is(err, store.ErrOdd) {
		odd, _ := set(made, "name", tftypes.NewValue(tftypes.String, "something else"))
		return odd
	}
	failed(err, diags)
	return made
}

func failed(err error, diags *diag.Diagnostics) bool {
	if err != nil {
		diags.AddError("Trouble in the harbour", err.Error())
	}
	return err != nil
}

// The private data of an object: what comes back must be this again.
func quay(raw tftypes.Value) []byte {
	content, _ := json.Marshal(map[string]string{"quay": text(raw, "id")})
	return content
}
