//go:build !oldsdk

package main

import (
	"context"
	"fmt"
	"math/rand"
	"os/exec"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

func init() { makers["shell"] = newShell }

// A provider of today, which is greeted: it takes marks of secrets and references, previews, compares path by path, and tells of
// what is half made.
type shell struct {
	pulumirpc.UnimplementedResourceProviderServer
	book
	prefix string
}

func newShell(*engine) (pulumirpc.ResourceProviderServer, error) { return &shell{}, nil }

const shellSchema = `{"name": "shell", "version": "1.1.0",
"config": {"variables": {"prefix": {"type": "string"}}},
"provider": {"inputProperties": {"prefix": {"type": "string"}}},
"resources": {"shell:local:Command": {
  "inputProperties": {"create": {"type": "string"}, "environment": {"type": "object", "additionalProperties": {"type": "string"}}, "triggers": {"type": "array", "items": {"$ref": "pulumi.json#/Any"}, "replaceOnChanges": true}, "stdin": {"type": "string", "secret": true}},
  "properties": {"create": {"type": "string"}, "environment": {"type": "object", "additionalProperties": {"type": "string"}}, "triggers": {"type": "array", "items": {"$ref": "pulumi.json#/Any"}}, "stdin": {"type": "string", "secret": true}, "stdout": {"type": "string"}, "stderr": {"type": "string"}},
  "required": ["stdout", "stderr"]
}}}`

func (p *shell) Handshake(_ context.Context, request *pulumirpc.ProviderHandshakeRequest) (*pulumirpc.ProviderHandshakeResponse, error) {
	p.heard("Handshake")
	if request.GetEngineAddress() == "" || !request.GetConfigureWithUrn() || !request.GetSupportsRefreshBeforeUpdate() {
		return nil, status.Error(codes.FailedPrecondition, "this is no engine of today")
	}
	return &pulumirpc.ProviderHandshakeResponse{
		AcceptSecrets: true, AcceptResources: true, AcceptOutputs: true, SupportsAutonamingConfiguration: true,
	}, nil
}

func (p *shell) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	p.heard("GetSchema")
	return &pulumirpc.GetSchemaResponse{Schema: shellSchema}, nil
}

func (p *shell) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	p.heard("GetPluginInfo")
	return &pulumirpc.PluginInfo{Version: "1.1.0"}, nil
}

func (p *shell) CheckConfig(_ context.Context, request *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	p.heard("CheckConfig")
	return &pulumirpc.CheckResponse{Inputs: request.GetNews()}, nil
}

func (p *shell) DiffConfig(context.Context, *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	p.heard("DiffConfig")
	return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE}, nil
}

func (p *shell) Configure(_ context.Context, request *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	p.heard("Configure")
	args, err := opened(request.GetArgs(), true)
	if err != nil {
		return nil, err
	}
	p.prefix = text(args, "prefix")
	if request.GetUrn() == "" || request.GetType() != "pulumi:providers:shell" {
		return nil, status.Error(codes.InvalidArgument, "whose configuration is this?")
	}
	return &pulumirpc.ConfigureResponse{AcceptSecrets: true, AcceptResources: true, AcceptOutputs: true, SupportsPreview: true}, nil
}

func (p *shell) Check(_ context.Context, request *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	p.heard("Check")
	news, err := opened(request.GetNews(), true)
	if err != nil {
		return nil, err
	}
	// What its schema says is secret it marks itself, whoever has said it.
	if stdin, given := news["stdin"]; given && !stdin.IsSecret() {
		news["stdin"] = resource.MakeSecret(stdin)
	}
	inputs, err := closed(news, true)
	return &pulumirpc.CheckResponse{Inputs: inputs}, err
}

func (p *shell) Diff(_ context.Context, request *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	p.heard("Diff")
	olds, err := opened(request.GetOldInputs(), true)
	if err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), true)
	if err != nil {
		return nil, err
	}
	answer := &pulumirpc.DiffResponse{
		Changes: pulumirpc.DiffResponse_DIFF_NONE, HasDetailedDiff: true, DetailedDiff: map[string]*pulumirpc.PropertyDiff{},
	}
	for _, name := range []resource.PropertyKey{"create", "environment", "triggers", "stdin"} {
		if bare(olds[name]).DeepEquals(bare(news[name])) {
			continue
		}
		kind := pulumirpc.PropertyDiff_UPDATE
		if name == "triggers" {
			kind = pulumirpc.PropertyDiff_UPDATE_REPLACE
		}
		answer.DetailedDiff[string(name)] = &pulumirpc.PropertyDiff{Kind: kind, InputDiff: true}
		answer.Changes = pulumirpc.DiffResponse_DIFF_SOME
	}
	return answer, nil
}

func (p *shell) run(inputs resource.PropertyMap) (resource.PropertyMap, error) {
	state := inputs.Copy()
	out, err := exec.Command("sh", "-c", p.prefix+text(inputs, "create")).Output()
	state["stdout"] = resource.NewStringProperty(string(out))
	state["stderr"] = resource.NewStringProperty("")
	return state, err
}

func (p *shell) Create(_ context.Context, request *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	inputs, err := opened(request.GetProperties(), true)
	if err != nil {
		return nil, err
	}
	if request.GetPreview() {
		p.heard("Create preview")
		inputs["stdout"] = resource.MakeComputed(resource.NewStringProperty(""))
		properties, err := closed(inputs, true)
		return &pulumirpc.CreateResponse{Properties: properties}, err
	}
	p.heard("Create")
	if stdin, given := inputs["stdin"]; given && !stdin.IsSecret() {
		return nil, status.Error(codes.InvalidArgument, "a secret has lost its mark")
	}
	state, err := p.run(inputs)
	if err != nil {
		return nil, fmt.Errorf("running the command: %w", err)
	}
	id := fmt.Sprintf("command%d", rand.Int31())
	if err := p.write(id, own(inputs)); err != nil {
		return nil, err
	}
	properties, err := closed(state, true)
	if err != nil {
		return nil, err
	}
	if isSaid("half") {
		return nil, halfMade(id, properties, nil, "the command hangs")
	}
	return &pulumirpc.CreateResponse{Id: id, Properties: properties, RefreshBeforeUpdate: isSaid("moves")}, nil
}

func (p *shell) Update(_ context.Context, request *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	inputs, err := opened(request.GetNews(), true)
	if err != nil {
		return nil, err
	}
	if request.GetPreview() {
		p.heard("Update preview")
		inputs["stdout"] = resource.MakeComputed(resource.NewStringProperty(""))
		properties, err := closed(inputs, true)
		return &pulumirpc.UpdateResponse{Properties: properties}, err
	}
	p.heard("Update")
	state, err := p.run(inputs)
	if err != nil {
		return nil, err
	}
	properties, err := closed(state, true)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.UpdateResponse{Properties: properties}, p.write(request.GetId(), own(inputs))
}

func (p *shell) Read(_ context.Context, request *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	p.heard("Read")
	thing, err := p.read(request.GetId())
	if err != nil || thing == nil {
		return &pulumirpc.ReadResponse{}, err
	}
	outputs := resource.NewPropertyMapFromMap(thing)
	inputs, err := closed(outputs, true)
	if err != nil {
		return nil, err
	}
	known, err := opened(request.GetProperties(), true)
	if err != nil {
		return nil, err
	}
	for _, name := range []resource.PropertyKey{"stdout", "stderr"} {
		outputs[name] = known[name]
	}
	properties, err := closed(outputs, true)
	if err != nil {
		return nil, err
	}
	if isSaid("half") {
		return nil, halfMade(request.GetId(), properties, inputs, "the command hangs")
	}
	return &pulumirpc.ReadResponse{Id: request.GetId(), Properties: properties, Inputs: inputs}, nil
}

func (p *shell) Delete(_ context.Context, request *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	p.heard("Delete")
	return &emptypb.Empty{}, p.remove(request.GetId())
}

func (p *shell) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	p.heard("Cancel")
	return &emptypb.Empty{}, nil
}
