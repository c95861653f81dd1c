package main

import (
	"context"
	"os"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"slipway.test/terraform/store"
)

type harbor struct{}

func newHarbor() provider.Provider { return harbor{} }

func (harbor) Metadata(_ context.Context, _ provider.MetadataRequest, resp *provider.MetadataResponse) {
	resp.TypeName = "harbor"
	resp.Version = "1.0.0"
}

func (harbor) Schema(_ context.Context, _ provider.SchemaRequest, resp *provider.SchemaResponse) {
	resp.Schema = schema.Schema{
		Description: "A harbour in a folder.",
		Attributes: map[string]schema.Attribute{
			"store": schema.StringAttribute{Optional: true, Description: "The folder; else HARBOR_STORE says it."},
			"owner": schema.StringAttribute{Optional: true},
			"pin":   schema.StringAttribute{Optional: true, Sensitive: true},
			"old":   schema.StringAttribute{Optional: true, DeprecationMessage: "Nothing reads it."},
		},
	}
}

// What the provider's configuration gives to its resources.
type office struct {
	store *store.Store
	owner string
}

type config struct {
	Store types.String `tfsdk:"store"`
	Owner types.String `tfsdk:"owner"`
	Pin   types.String `tfsdk:"pin"`
	Old   types.String `tfsdk:"old"`
}

func (harbor) Configure(ctx context.Context, req provider.ConfigureRequest, resp *provider.ConfigureResponse) {
	var given config
	resp.Diagnostics.Append(req.Config.Get(ctx, &given)...)
	if resp.Diagnostics.HasError() {
		return
	}
	if given.Store.IsUnknown() {
		if req.ClientCapabilities.DeferralAllowed {
			resp.Deferred = &provider.Deferred{Reason: provider.DeferredReasonProviderConfigUnknown}
		}
		return
	}
	dir := given.Store.ValueString()
	if dir == "" {
		dir = os.Getenv("HARBOR_STORE")
	}
	opened, err := store.Open(dir)
	if err == nil {
		err = opened.Meet(ctx, "configure", "", false)
	}
	if err != nil {
		resp.Diagnostics.AddError("No harbour", err.Error())
		return
	}
	if given.Pin.ValueString() == "wrong" {
		resp.Diagnostics.AddError("Wrong pin", "The harbour master knows another one.")
		return
	}
	if given.Owner.ValueString() == "noisy" {
		resp.Diagnostics.AddWarning("A noisy owner", "The harbour master has heard of him.")
	}
	made := &office{store: opened, owner: given.Owner.ValueString()}
	resp.ResourceData, resp.DataSourceData, resp.EphemeralResourceData, resp.ListResourceData = made, made, made, made
}

func (harbor) Resources(context.Context) []func() resource.Resource {
	made := []func() resource.Resource{}
	for _, one := range things() {
		made = append(made, func() resource.Resource { return wrap(one) })
	}
	// So many types has a large provider.
	count, _ := strconv.Atoi(os.Getenv("HARBOR_TYPES"))
	for number := range count {
		made = append(made, func() resource.Resource { return &kind{thing: large(number)} })
	}
	return made
}

func (harbor) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{func() datasource.DataSource { return &berthData{} }}
}

func (harbor) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{func() ephemeral.EphemeralResource { return &pass{} }}
}

func (harbor) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{func() list.ListResource { return &berthList{} }}
}

func (harbor) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		func() function.Function { return shout{} },
		func() function.Function { return total{} },
		func() function.Function { return mirror{} },
	}
}
