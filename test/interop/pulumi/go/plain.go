package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
)

// A provider with as little as there can be: neither Handshake nor previews, neither CheckConfig nor DiffConfig nor Cancel. It takes
// marks of secrets, keeps them in its answers, and answers every failure with a plain error.
type plain struct {
	pulumirpc.UnimplementedResourceProviderServer
	book
}

func newPlain(*engine) (pulumirpc.ResourceProviderServer, error) { return &plain{}, nil }

const plainSchema = `{"name": "plain", "version": "0.3.0", "resources": {"plain:index:Note": {
  "inputProperties": {"text": {"type": "string"}, "shelf": {"type": "string", "replaceOnChanges": true}, "lines": {"type": "array", "items": {"type": "string"}}},
  "requiredInputs": ["text"],
  "properties": {"text": {"type": "string"}, "shelf": {"type": "string"}, "lines": {"type": "array", "items": {"type": "string"}}, "serial": {"type": "integer"}}
}}}`

func (p *plain) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	p.heard("GetSchema")
	return &pulumirpc.GetSchemaResponse{Schema: plainSchema}, nil
}

func (p *plain) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	p.heard("GetPluginInfo")
	return &pulumirpc.PluginInfo{Version: "0.3.0"}, nil
}

func (p *plain) Configure(context.Context, *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	p.heard("Configure")
	return &pulumirpc.ConfigureResponse{AcceptSecrets: true}, nil
}

func (p *plain) Check(_ context.Context, request *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	p.heard("Check")
	return &pulumirpc.CheckResponse{Inputs: request.GetNews()}, nil
}

// Says only that there is a difference, as old ones do: which needs a new resource its schema says.
func (p *plain) Diff(_ context.Context, request *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	p.heard("Diff")
	olds, err := opened(request.GetOlds(), true)
	if err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), true)
	if err != nil {
		return nil, err
	}
	delete(olds, "serial")
	if olds.DeepEquals(news) {
		return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE}, nil
	}
	return &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_SOME}, nil
}

func (p *plain) Create(_ context.Context, request *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	p.heard("Create")
	if request.GetPreview() {
		return nil, errors.New("who sees previews here has not listened")
	}
	inputs, err := opened(request.GetProperties(), true)
	if err != nil {
		return nil, err
	}
	serial := rand.Int31()
	id := fmt.Sprintf("note-%d", serial)
	thing := own(inputs)
	thing["serial"] = serial
	if err := p.write(id, thing); err != nil {
		return nil, err
	}
	inputs["serial"] = resource.NewNumberProperty(float64(serial))
	properties, err := closed(inputs, true)
	return &pulumirpc.CreateResponse{Id: id, Properties: properties}, err
}

func (p *plain) Update(_ context.Context, request *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	p.heard("Update")
	if isSaid("refuse") {
		return nil, errors.New("the pen is empty")
	}
	olds, err := opened(request.GetOlds(), true)
	if err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), true)
	if err != nil {
		return nil, err
	}
	thing := own(news)
	thing["serial"] = bare(olds["serial"]).NumberValue()
	news["serial"] = olds["serial"]
	properties, err := closed(news, true)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.UpdateResponse{Properties: properties}, p.write(request.GetId(), thing)
}

func (p *plain) Read(_ context.Context, request *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	p.heard("Read")
	thing, err := p.read(request.GetId())
	if err != nil || thing == nil {
		return &pulumirpc.ReadResponse{}, err
	}
	outputs, err := closed(resource.NewPropertyMapFromMap(thing), true)
	if err != nil {
		return nil, err
	}
	delete(thing, "serial")
	inputs, err := closed(resource.NewPropertyMapFromMap(thing), true)
	return &pulumirpc.ReadResponse{Id: request.GetId(), Properties: outputs, Inputs: inputs}, err
}

func (p *plain) Delete(_ context.Context, request *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	p.heard("Delete")
	return &emptypb.Empty{}, p.remove(request.GetId())
}
