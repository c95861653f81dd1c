package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/emptypb"
)

// A provider of a bridge, as most are: it knows no Handshake, takes no marks of secrets but gives them, keeps notes of its own
// among inputs and outputs without which it does nothing, and makes names up.
type lucky struct {
	pulumirpc.UnimplementedResourceProviderServer
	book
	engine *engine
	region string
}

func newLucky(e *engine) (pulumirpc.ResourceProviderServer, error) { return &lucky{engine: e}, nil }

const (
	stringType = "lucky:index/string:String"
	bucketType = "lucky:index/bucket:Bucket"
	defaults   = "__defaults"
	meta       = "__meta"
	rawState   = "__pulumi_raw_state_delta"
)

func (p *lucky) GetSchema(context.Context, *pulumirpc.GetSchemaRequest) (*pulumirpc.GetSchemaResponse, error) {
	p.heard("GetSchema")
	return &pulumirpc.GetSchemaResponse{Schema: luckySchema()}, nil
}

func (p *lucky) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	p.heard("GetPluginInfo")
	return &pulumirpc.PluginInfo{Version: "4.16.0"}, nil
}

func (p *lucky) CheckConfig(_ context.Context, request *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	p.heard("CheckConfig")
	news, err := opened(request.GetNews(), false)
	if err != nil {
		return nil, err
	}
	var failures []*pulumirpc.CheckFailure
	for name := range news {
		if name != "region" && name != "token" && name != "version" && name != "pluginDownloadURL" {
			failures = append(failures, &pulumirpc.CheckFailure{
				Property: string(name),
				Reason:   fmt.Sprintf("could not validate provider configuration: Invalid or unknown key. Check `pulumi config get lucky:%s`.", name),
			})
		}
	}
	return &pulumirpc.CheckResponse{Inputs: request.GetNews(), Failures: failures}, nil
}

func (p *lucky) DiffConfig(_ context.Context, request *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	p.heard("DiffConfig")
	olds, err := opened(request.GetOlds(), false)
	if err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), false)
	if err != nil {
		return nil, err
	}
	if news["region"].IsComputed() || text(olds, "region") == text(news, "region") {
		return &pulumirpc.DiffResponse{}, nil
	}
	return &pulumirpc.DiffResponse{
		Changes: pulumirpc.DiffResponse_DIFF_SOME, Replaces: []string{"region"}, Diffs: []string{"region"},
	}, nil
}

func (p *lucky) Configure(_ context.Context, request *pulumirpc.ConfigureRequest) (*pulumirpc.ConfigureResponse, error) {
	p.heard("Configure")
	p.region = request.GetVariables()["lucky:config:region"]
	if p.region == "nowhere" {
		missing := &pulumirpc.ConfigureErrorMissingKeys{MissingKeys: []*pulumirpc.ConfigureErrorMissingKeys_MissingKey{
			{Name: "lucky:token", Description: "what opens the place"},
		}}
		st, err := status.New(codes.InvalidArgument, "required configuration keys were missing").WithDetails(missing)
		if err != nil {
			return nil, err
		}
		return nil, st.Err()
	}
	return &pulumirpc.ConfigureResponse{SupportsPreview: true, AcceptResources: true}, nil
}

func typeOf(urn string) string {
	parts := strings.Split(urn, "::")
	types := strings.Split(parts[2], "$")
	return types[len(types)-1]
}

func nameOf(urn string) string {
	parts := strings.SplitN(urn, "::", 4)
	return parts[3]
}

func (p *lucky) Check(_ context.Context, request *pulumirpc.CheckRequest) (*pulumirpc.CheckResponse, error) {
	p.heard("Check")
	if request.GetOlds() == nil {
		return nil, status.Error(codes.InvalidArgument, "olds are never null")
	}
	olds, err := opened(request.GetOlds(), false)
	if err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), false)
	if err != nil {
		return nil, err
	}
	delete(news, defaults)
	var failures []*pulumirpc.CheckFailure
	filled := []resource.PropertyValue{}
	switch typeOf(request.GetUrn()) {
	case bucketType:
		if _, given := news["bucket"]; !given {
			if name, known := olds["bucket"]; known && wasFilledIn(olds, "bucket") {
				news["bucket"] = name
			} else {
				news["bucket"] = resource.NewStringProperty(madeUp(nameOf(request.GetUrn()), request.GetRandomSeed()))
			}
			filled = append(filled, resource.NewStringProperty("bucket"))
		}
	case stringType:
		if length := news["length"]; length.IsNumber() && length.NumberValue() < 1 {
			failures = append(failures, &pulumirpc.CheckFailure{Property: "length", Reason: "expected length to be at least 1"})
		}
		if _, given := news["special"]; !given {
			news["special"] = resource.NewBoolProperty(true)
			filled = append(filled, resource.NewStringProperty("special"))
		}
	}
	news[defaults] = resource.NewArrayProperty(filled)
	inputs, err := closed(news, false)
	if err != nil {
		return nil, err
	}
	return &pulumirpc.CheckResponse{Inputs: inputs, Failures: failures}, nil
}

func wasFilledIn(inputs resource.PropertyMap, name string) bool {
	list := inputs[defaults]
	if !list.IsArray() {
		return false
	}
	for _, each := range list.ArrayValue() {
		if each.IsString() && each.StringValue() == name {
			return true
		}
	}
	return false
}

func madeUp(name string, seed []byte) string {
	sum := int64(7)
	for _, each := range seed {
		sum = sum*31 + int64(each)
	}
	return fmt.Sprintf("%s-%07x", name, rand.New(rand.NewSource(sum)).Int63()&0xfffffff)
}

// What such a bridge has noted in a state that it gets back; an error where somebody has lost that.
func noted(urn string, olds resource.PropertyMap) error {
	if !strings.Contains(text(olds, meta), "schema_version") {
		return status.Errorf(codes.Internal, "%s: the state has lost its %s", urn, meta)
	}
	if text(olds, "id") == "" {
		return status.Errorf(codes.Internal, "%s: the state has lost its id", urn)
	}
	delta := olds[rawState]
	if delta = bare(delta); !delta.IsObject() || !bare(delta.ObjectValue()["obj"]).IsObject() {
		return status.Errorf(codes.Internal, "%s: the state has lost its %s", urn, rawState)
	}
	if _, known := bare(delta.ObjectValue()["obj"]).ObjectValue()["none"]; !known {
		return status.Errorf(codes.Internal, "%s: what was nothing is not there any more", urn)
	}
	return nil
}

func (p *lucky) Diff(_ context.Context, request *pulumirpc.DiffRequest) (*pulumirpc.DiffResponse, error) {
	p.heard("Diff")
	olds, err := opened(request.GetOlds(), false)
	if err != nil {
		return nil, err
	}
	if err := noted(request.GetUrn(), olds); err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), false)
	if err != nil {
		return nil, err
	}
	isReplacing := map[string]bool{"length": true, "bucket": true, "special": true}
	detailed := map[string]*pulumirpc.PropertyDiff{}
	answer := &pulumirpc.DiffResponse{Changes: pulumirpc.DiffResponse_DIFF_NONE, HasDetailedDiff: true}
	for _, name := range []resource.PropertyKey{"length", "special", "bucket", "tags", "prefix"} {
		before, after := bare(olds[name]), bare(news[name])
		if before.DeepEquals(after) || (before.IsNull() && after.IsNull()) {
			continue
		}
		path, kind := string(name), pulumirpc.PropertyDiff_UPDATE
		if name == "tags" && before.IsObject() && after.IsObject() {
			path = "tags.team"
		}
		if isReplacing[string(name)] {
			kind = pulumirpc.PropertyDiff_UPDATE_REPLACE
			answer.Replaces = append(answer.Replaces, string(name))
		}
		detailed[path] = &pulumirpc.PropertyDiff{Kind: kind}
		answer.Diffs = append(answer.Diffs, string(name))
		answer.Changes = pulumirpc.DiffResponse_DIFF_SOME
	}
	// One that has a name of its own cannot stand beside its successor.
	answer.DeleteBeforeReplace = len(answer.Replaces) > 0 && !news["bucket"].IsNull() && !wasFilledIn(news, "bucket")
	answer.DetailedDiff = detailed
	return answer, nil
}

// A state as a bridge answers it: what it wants to know again in it, and marks of secrets, which it has been told are taken.
func (p *lucky) state(urn, id string, inputs resource.PropertyMap, result string) resource.PropertyMap {
	state := inputs.Copy()
	delete(state, defaults)
	state["id"] = resource.NewStringProperty(id)
	state["region"] = resource.NewStringProperty(p.region)
	// What a bridge does not know it does not leave out.
	state["website"] = resource.NewNullProperty()
	if typeOf(urn) == stringType {
		state["result"] = resource.NewStringProperty(result)
		state["bcryptHash"] = resource.MakeSecret(resource.NewStringProperty("$2a$10$" + result))
	}
	state[meta] = resource.NewStringProperty(`{"schema_version":"2"}`)
	state[rawState] = resource.NewObjectProperty(resource.PropertyMap{
		"obj": resource.NewObjectProperty(resource.PropertyMap{
			"ps":   resource.NewObjectProperty(resource.PropertyMap{"tags": resource.NewObjectProperty(resource.PropertyMap{"map": resource.NewObjectProperty(resource.PropertyMap{})})}),
			"none": resource.MakeSecret(resource.NewNullProperty()),
		}),
	})
	return state
}

func (p *lucky) Create(ctx context.Context, request *pulumirpc.CreateRequest) (*pulumirpc.CreateResponse, error) {
	inputs, err := opened(request.GetProperties(), true)
	if err != nil {
		return nil, err
	}
	if inputs.ContainsSecrets() {
		return nil, status.Error(codes.InvalidArgument, "marks of secrets are not taken")
	}
	if request.GetPreview() {
		p.heard("Create preview")
		state := p.state(request.GetUrn(), "", inputs, "")
		for _, name := range []resource.PropertyKey{"id", "result", "bcryptHash"} {
			if _, has := state[name]; has {
				state[name] = resource.MakeComputed(resource.NewStringProperty(""))
			}
		}
		properties, err := closed(state, true)
		return &pulumirpc.CreateResponse{Properties: properties}, err
	}
	p.heard("Create")
	for _, line := range []string{"[DEBUG] setting computed for \"result\"", "[TRACE] waiting for state to become: [success]"} {
		if err := p.engine.debug(ctx, request.GetUrn(), line); err != nil {
			return nil, err
		}
	}
	id := text(inputs, "bucket")
	result := ""
	if typeOf(request.GetUrn()) == stringType {
		result = strings.Repeat("x", int(inputs["length"].NumberValue()))
		id = fmt.Sprintf("%s-%d", nameOf(request.GetUrn()), rand.Int63())
	}
	if isSaid("slow") {
		time.Sleep(2500 * time.Millisecond)
	}
	if isSaid("refuse") {
		// A plain error of Go, as bridges answer it.
		return nil, fmt.Errorf("1 error occurred:\n\t* creating Bucket (%s): operation error: AccessDenied", id)
	}
	thing := own(inputs)
	thing["id"], thing["result"] = id, result
	if err := p.write(id, thing); err != nil {
		return nil, err
	}
	properties, err := closed(p.state(request.GetUrn(), id, inputs, result), true)
	if err != nil {
		return nil, err
	}
	if isSaid("half") {
		return nil, halfMade(id, properties, request.GetProperties(), "1 error occurred: waiting for the bucket: timeout")
	}
	return &pulumirpc.CreateResponse{Id: id, Properties: properties}, nil
}

func (p *lucky) Read(_ context.Context, request *pulumirpc.ReadRequest) (*pulumirpc.ReadResponse, error) {
	p.heard("Read")
	thing, err := p.read(request.GetId())
	if err != nil || thing == nil {
		return &pulumirpc.ReadResponse{}, err
	}
	// Bridges read what their state tells them to; an import has none yet.
	if state, err := opened(request.GetProperties(), false); err != nil {
		return nil, err
	} else if len(state) > 0 && text(state, "id") != request.GetId() {
		return &pulumirpc.ReadResponse{Id: "<nil>"}, nil
	}
	result, _ := thing["result"].(string)
	delete(thing, "result")
	delete(thing, "id")
	real := resource.NewPropertyMapFromMap(thing)
	known, err := opened(request.GetInputs(), false)
	if err != nil {
		return nil, err
	}
	inputs := resource.PropertyMap{defaults: resource.NewArrayProperty(nil)}
	for name, value := range real {
		_, given := known[name]
		// Of what is imported a bridge finds out by itself which inputs it would take.
		if given || len(known) == 0 {
			inputs[name] = value
		}
	}
	if len(known) > 0 {
		inputs[defaults] = known[defaults]
	}
	state, err := closed(p.state(request.GetUrn(), request.GetId(), real, result), true)
	if err != nil {
		return nil, err
	}
	asked, err := closed(inputs, true)
	return &pulumirpc.ReadResponse{Id: request.GetId(), Properties: state, Inputs: asked}, err
}

func (p *lucky) Update(_ context.Context, request *pulumirpc.UpdateRequest) (*pulumirpc.UpdateResponse, error) {
	olds, err := opened(request.GetOlds(), false)
	if err != nil {
		return nil, err
	}
	if err := noted(request.GetUrn(), olds); err != nil {
		return nil, err
	}
	news, err := opened(request.GetNews(), false)
	if err != nil {
		return nil, err
	}
	properties, err := closed(p.state(request.GetUrn(), request.GetId(), news, text(olds, "result")), true)
	if err != nil {
		return nil, err
	}
	if request.GetPreview() {
		p.heard("Update preview")
		return &pulumirpc.UpdateResponse{Properties: properties}, nil
	}
	p.heard("Update")
	thing := own(news)
	thing["id"], thing["result"] = request.GetId(), text(olds, "result")
	return &pulumirpc.UpdateResponse{Properties: properties}, p.write(request.GetId(), thing)
}

func (p *lucky) Delete(_ context.Context, request *pulumirpc.DeleteRequest) (*emptypb.Empty, error) {
	p.heard("Delete")
	olds, err := opened(request.GetProperties(), false)
	if err != nil {
		return nil, err
	}
	if err := noted(request.GetUrn(), olds); err != nil {
		return nil, err
	}
	return &emptypb.Empty{}, p.remove(request.GetId())
}

func (p *lucky) Invoke(_ context.Context, request *pulumirpc.InvokeRequest) (*pulumirpc.InvokeResponse, error) {
	p.heard("Invoke")
	args, err := opened(request.GetArgs(), false)
	if err != nil {
		return nil, err
	}
	if text(args, "name") == "" {
		return &pulumirpc.InvokeResponse{Failures: []*pulumirpc.CheckFailure{{Property: "name", Reason: "is missing"}}}, nil
	}
	thing, err := p.read(text(args, "name"))
	if err != nil {
		return nil, err
	}
	if thing == nil {
		return nil, fmt.Errorf("invocation of %s returned an error: no bucket %q", request.GetTok(), text(args, "name"))
	}
	tags, err := json.Marshal(thing["tags"])
	if err != nil {
		return nil, err
	}
	answer, err := closed(resource.NewPropertyMapFromMap(map[string]any{"bucket": thing["bucket"], "tagsJson": string(tags)}), false)
	return &pulumirpc.InvokeResponse{Return: answer}, err
}

func (p *lucky) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	p.heard("Cancel")
	return &emptypb.Empty{}, nil
}

// As large as those of clouds: some megabytes, of which nobody needs much.
func luckySchema() string {
	text := map[string]any{"type": "string"}
	secretText := map[string]any{"type": "string", "secret": true}
	tags := map[string]any{"type": "object", "additionalProperties": text}
	fixed := func(kind string) map[string]any { return map[string]any{"type": kind, "willReplaceOnChanges": true} }
	resources := map[string]any{
		stringType: map[string]any{
			"inputProperties": map[string]any{"length": fixed("integer"), "special": fixed("boolean"), "prefix": text, "tags": tags},
			"requiredInputs":  []string{"length"},
			"properties": map[string]any{
				"length": fixed("integer"), "special": fixed("boolean"), "prefix": text, "tags": tags, "region": text,
				"result": text, "bcryptHash": secretText,
			},
			"required": []string{"length", "special", "result", "bcryptHash"},
		},
		bucketType: map[string]any{
			"inputProperties": map[string]any{"bucket": fixed("string"), "tags": tags, "prefix": text},
			"properties":      map[string]any{"bucket": fixed("string"), "tags": tags, "prefix": text, "region": text, "website": text},
			"required":        []string{"bucket", "region"},
		},
	}
	words := strings.Repeat("Provides a resource that nobody needs here. ", 40)
	for each := 0; each < 1200; each++ {
		properties := map[string]any{}
		for property := 0; property < 20; property++ {
			properties[fmt.Sprintf("property%d", property)] = map[string]any{"type": "string", "description": words[:160]}
		}
		token := fmt.Sprintf("lucky:service%d/thing%d:Thing%d", each%90, each, each)
		resources[token] = map[string]any{"description": words, "inputProperties": properties, "properties": properties}
	}
	schema := map[string]any{
		"name": "lucky", "version": "4.16.0",
		"config":    map[string]any{"variables": map[string]any{"region": text, "token": secretText}},
		"provider":  map[string]any{"inputProperties": map[string]any{"region": text, "token": secretText}},
		"resources": resources,
		"functions": map[string]any{
			"lucky:index/getBucket:getBucket": map[string]any{
				"inputs":  map[string]any{"properties": map[string]any{"name": text}, "required": []string{"name"}},
				"outputs": map[string]any{"properties": map[string]any{"bucket": text, "tagsJson": text}},
			},
		},
	}
	made, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	return string(made)
}
