package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dataschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	passschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// The data source: a berth by its name.
type berthData struct{ office *office }

type berthFound struct {
	Name  types.String `tfsdk:"name"`
	ID    types.String `tfsdk:"id"`
	Owner types.String `tfsdk:"owner"`
	All   types.List   `tfsdk:"all"`
}

func (*berthData) Metadata(_ context.Context, _ datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = "harbor_berth"
}

func (*berthData) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = dataschema.Schema{Attributes: map[string]dataschema.Attribute{
		"name":  dataschema.StringAttribute{Required: true},
		"id":    dataschema.StringAttribute{Computed: true},
		"owner": dataschema.StringAttribute{Computed: true},
		"all":   dataschema.ListAttribute{Computed: true, ElementType: types.StringType},
	}}
}

func (b *berthData) Configure(_ context.Context, req datasource.ConfigureRequest, _ *datasource.ConfigureResponse) {
	b.office, _ = req.ProviderData.(*office)
}

func (b *berthData) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var found berthFound
	resp.Diagnostics.Append(req.Config.Get(ctx, &found)...)
	name := found.Name.ValueString()
	if failed(b.office.store.Meet(ctx, "data", name, false), &resp.Diagnostics) {
		return
	}
	all := b.office.store.Ids("berth")
	ids, diags := types.ListValueFrom(ctx, types.StringType, all)
	resp.Diagnostics.Append(diags...)
	found.All, found.ID, found.Owner = ids, types.StringNull(), types.StringValue(b.office.owner)
	if id := b.office.store.ByName("berth", name); id != "" {
		found.ID = types.StringValue(id)
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, &found)...)
}

// The ephemeral resource: a pass that is opened, renewed and closed; the log says so.
type pass struct{ office *office }

type passModel struct {
	Name  types.String `tfsdk:"name"`
	Token types.String `tfsdk:"token"`
}

func (*pass) Metadata(_ context.Context, _ ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = "harbor_pass"
}

func (*pass) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = passschema.Schema{Attributes: map[string]passschema.Attribute{
		"name":  passschema.StringAttribute{Required: true},
		"token": passschema.StringAttribute{Computed: true, Sensitive: true},
	}}
}

func (p *pass) Configure(_ context.Context, req ephemeral.ConfigureRequest, _ *ephemeral.ConfigureResponse) {
	p.office, _ = req.ProviderData.(*office)
}

func (p *pass) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var asked passModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &asked)...)
	name := asked.Name.ValueString()
	if failed(p.office.store.Meet(ctx, "open", name, false), &resp.Diagnostics) {
		return
	}
	asked.Token = types.StringValue("hush-token-of-" + name)
	resp.Diagnostics.Append(resp.Result.Set(ctx, &asked)...)
	resp.Diagnostics.Append(resp.Private.SetKey(ctx, "name", []byte(`"`+name+`"`))...)
	if strings.HasPrefix(name, "short") {
		resp.RenewAt = time.Now().Add(500 * time.Millisecond)
	}
	failed(p.office.store.Note("open", "pass", name), &resp.Diagnostics)
}

func (p *pass) Renew(ctx context.Context, req ephemeral.RenewRequest, resp *ephemeral.RenewResponse) {
	name, diags := req.Private.GetKey(ctx, "name")
	resp.Diagnostics.Append(diags...)
	resp.RenewAt = time.Now().Add(500 * time.Millisecond)
	failed(p.office.store.Note("renew", "pass", strings.Trim(string(name), `"`)), &resp.Diagnostics)
}

func (p *pass) Close(ctx context.Context, req ephemeral.CloseRequest, resp *ephemeral.CloseResponse) {
	name, diags := req.Private.GetKey(ctx, "name")
	resp.Diagnostics.Append(diags...)
	failed(p.office.store.Note("close", "pass", strings.Trim(string(name), `"`)), &resp.Diagnostics)
}

// Lists berths, for `import --list`.
type berthList struct{ office *office }

func (*berthList) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {
	resp.TypeName = "harbor_berth"
}

func (*berthList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{Attributes: map[string]listschema.Attribute{
		"prefix": listschema.StringAttribute{Optional: true},
	}}
}

func (b *berthList) Configure(_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	b.office, _ = req.ProviderData.(*office)
}

func (b *berthList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var prefix types.String
	diags := req.Config.GetAttribute(ctx, path.Root("prefix"), &prefix)
	stream.Results = func(push func(list.ListResult) bool) {
		for _, id := range b.office.store.Ids("berth") {
			if !strings.HasPrefix(id, prefix.ValueString()) {
				continue
			}
			result := req.NewListResult(ctx)
			result.Diagnostics.Append(diags...)
			content, err := b.office.store.Read("berth", id)
			if err == nil {
				raw, inner := fromJSON(content, result.Resource.Schema.Type().TerraformType(ctx))
				err = inner
				result.DisplayName = fmt.Sprintf("berth %s", text(raw, "name"))
				result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root("name"), text(raw, "name"))...)
				if req.IncludeResource {
					result.Resource.Raw = raw
				}
			}
			failed(err, &result.Diagnostics)
			if !push(result) {
				return
			}
		}
	}
}

// A function of one text.
type shout struct{}

func (shout) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "shout"
}

func (shout) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:    "The text in capitals.",
		Parameters: []function.Parameter{function.StringParameter{Name: "text"}},
		Return:     function.StringReturn{},
	}
}

func (shout) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var said string
	resp.Error = req.Arguments.Get(ctx, &said)
	if said == "silence" {
		resp.Error = function.NewArgumentFuncError(0, "silence cannot be shouted")
		return
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, strings.ToUpper(said)))
}

// A function of any number of numbers.
type total struct{}

func (total) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "total"
}

func (total) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:           "The sum of the numbers.",
		Parameters:        []function.Parameter{function.Int64Parameter{Name: "first"}},
		VariadicParameter: function.Int64Parameter{Name: "more"},
		Return:            function.Int64Return{},
	}
}

func (total) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var first int64
	var more []int64
	resp.Error = req.Arguments.Get(ctx, &first, &more)
	for _, one := range more {
		first += one
	}
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, first))
}

// A function that answers what it is given, of any type.
type mirror struct{}

func (mirror) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "mirror"
}

func (mirror) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary:    "The same again.",
		Parameters: []function.Parameter{function.DynamicParameter{Name: "value", AllowNullValue: true}},
		Return:     function.DynamicReturn{},
	}
}

func (mirror) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var said types.Dynamic
	resp.Error = req.Arguments.Get(ctx, &said)
	resp.Error = function.ConcatFuncErrors(resp.Error, resp.Result.Set(ctx, said))
}
