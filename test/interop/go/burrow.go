package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// burrows are real when they have a path: then there is a file with the burrow's name.
type burrows struct {
	trouble *trouble
	mu      sync.Mutex
	// By resource id: how often it was tried to deploy, and how often it was asked whether it is stable.
	attempts map[string]int
	polls    map[string]int
}

func newBurrows(trouble *trouble) *burrows {
	return &burrows{trouble: trouble, attempts: map[string]int{}, polls: map[string]int{}}
}

func (b *burrows) definition() provider.Resource {
	text := provider.ResourceDefinitionsSchemaTypeString
	whole := provider.ResourceDefinitionsSchemaTypeInteger
	return &providerv1.ResourceDefinition{
		Type:                 "gopher/burrow",
		Label:                "Burrow",
		PlainTextExamples:    []string{"type: gopher/burrow\nspec:\n  name: home"},
		PlainTextDescription: "A hole in the ground.",
		PlainTextSummary:     "A hole.",
		IDField:              "id",
		Schema: &provider.ResourceDefinitionsSchema{
			Type:     provider.ResourceDefinitionsSchemaTypeObject,
			Required: []string{"name"},
			Attributes: map[string]*provider.ResourceDefinitionsSchema{
				"name":  {Type: text, Description: "What is written into the file.", MinLength: 1},
				"path":  {Type: text, MustRecreate: true},
				"depth": {Type: provider.ResourceDefinitionsSchemaTypeFloat},
				"rooms": {Type: whole, Minimum: core.ScalarFromInt(0)},
				"tags": {
					Type:     provider.ResourceDefinitionsSchemaTypeArray,
					Items:    &provider.ResourceDefinitionsSchema{Type: text, Nullable: true},
					Nullable: true,
				},
				// How many deploys fail as transient before one works.
				"collapses": {Type: whole},
				// How many answers say that it is not stable yet.
				"settles": {Type: whole},
				// refuse, fail or panic: how the deploy goes wrong. Or how any part does: see trouble.go.
				"trouble": {Type: text},
				"id":      {Type: text, Computed: true},
				// What arrived, as this side sees it.
				"seen": {Type: text, Computed: true},
			},
		},
		CreateFunc:           b.deploy,
		UpdateFunc:           b.deploy,
		DestroyFunc:          b.destroy,
		StabilisedFunc:       b.hasStabilised,
		GetExternalStateFunc: b.externalState,
		CustomValidateFunc:   b.validate,
	}
}

func (b *burrows) deploy(
	_ context.Context,
	input *provider.ResourceDeployInput,
) (*provider.ResourceDeployOutput, error) {
	spec := input.Changes.AppliedResourceInfo.ResourceWithResolvedSubs.Spec
	if err := b.troubleAt("deploy", spec, input.ResourceID); err != nil {
		return nil, err
	}
	switch core.StringValue(spec.Fields["trouble"]) {
	case "refuse":
		return nil, &provider.BadInputError{
			ChildError:     errors.New("bad ground"),
			FailureReasons: []string{"too wet", "too many moles"},
		}
	case "fail":
		return nil, &provider.ResourceDeployError{
			ChildError:     errors.New("shovel broke"),
			FailureReasons: []string{"the shovel broke"},
		}
	case "panic":
		panic("the ground gave way")
	}
	if attempt := b.count(b.attempts, input.ResourceID); attempt <= core.IntValue(spec.Fields["collapses"]) {
		return nil, &provider.RetryableError{ChildError: fmt.Errorf("collapsed at attempt %d", attempt)}
	}
	if path := core.StringValue(spec.Fields["path"]); path != "" {
		if err := os.WriteFile(path, []byte(core.StringValue(spec.Fields["name"])), 0o600); err != nil {
			return nil, err
		}
	}
	soil := "none"
	if configured, isSet := input.ProviderContext.ProviderConfigVariable("soil"); isSet {
		soil = core.StringValueFromScalar(configured)
	}
	return &provider.ResourceDeployOutput{
		ComputedFieldValues: map[string]*core.MappingNode{
			"spec.id":   core.MappingNodeFromString("burrow-" + input.ResourceID),
			"spec.seen": core.MappingNodeFromString(describe(spec) + " in " + soil),
		},
	}, nil
}

func (b *burrows) hasStabilised(
	_ context.Context,
	input *provider.ResourceHasStabilisedInput,
) (*provider.ResourceHasStabilisedOutput, error) {
	if err := b.troubleAt("settle", input.ResourceSpec, input.ResourceID); err != nil {
		return nil, err
	}
	polls := b.count(b.polls, input.ResourceID)
	return &provider.ResourceHasStabilisedOutput{
		Stabilised: polls > core.IntValue(input.ResourceSpec.Fields["settles"]),
	}, nil
}

func (b *burrows) externalState(
	_ context.Context,
	input *provider.ResourceGetExternalStateInput,
) (*provider.ResourceGetExternalStateOutput, error) {
	if err := b.troubleAt("look", input.CurrentResourceSpec, input.ResourceID); err != nil {
		return nil, err
	}
	path := core.StringValue(input.CurrentResourceSpec.Fields["path"])
	if path == "" && os.Getenv("GOPHER_MEMORY") != "" {
		return &provider.ResourceGetExternalStateOutput{ResourceSpecState: input.CurrentResourceSpec}, nil
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return &provider.ResourceGetExternalStateOutput{}, nil
	}
	if err != nil {
		return nil, err
	}
	return &provider.ResourceGetExternalStateOutput{
		ResourceSpecState: &core.MappingNode{Fields: map[string]*core.MappingNode{
			"name": core.MappingNodeFromString(string(content)),
			"path": core.MappingNodeFromString(path),
			"id":   core.MappingNodeFromString("burrow-" + input.ResourceID),
		}},
	}, nil
}

func (b *burrows) destroy(_ context.Context, input *provider.ResourceDestroyInput) error {
	if err := b.troubleAt("destroy", input.ResourceState.SpecData, input.ResourceID); err != nil {
		return err
	}
	path := core.StringValue(input.ResourceState.SpecData.Fields["path"])
	if path == "" {
		return nil
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return &provider.ResourceDestroyError{ChildError: err, FailureReasons: []string{"the hole would not close"}}
	}
	return nil
}

func (b *burrows) validate(
	_ context.Context,
	input *provider.ResourceValidateInput,
) (*provider.ResourceValidateOutput, error) {
	diagnostics := []*core.Diagnostic{}
	if err := b.troubleAt("check", input.SchemaResource.Spec, ""); err != nil {
		return nil, err
	}
	if core.StringValue(input.SchemaResource.Spec.Fields["name"]) == "mole" {
		diagnostics = append(diagnostics, &core.Diagnostic{
			Level:   core.DiagnosticLevelError,
			Message: "moles dig their own",
			Range:   &core.DiagnosticRange{},
		})
	}
	return &provider.ResourceValidateOutput{Diagnostics: diagnostics}, nil
}

func (b *burrows) troubleAt(part string, spec *core.MappingNode, id string) error {
	return b.trouble.at(part, core.StringValue(spec.Fields["trouble"]), id)
}

func (b *burrows) count(counters map[string]int, id string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	counters[id]++
	return counters[id]
}

// describe writes a value with the Go type of each scalar.
func describe(node *core.MappingNode) string {
	switch {
	case node == nil:
		return "nil"
	case node.Scalar != nil:
		return describeScalar(node.Scalar)
	case node.Fields != nil:
		members := []string{}
		for name, member := range node.Fields {
			members = append(members, name+": "+describe(member))
		}
		slices.Sort(members)
		return "{" + strings.Join(members, ", ") + "}"
	case node.Items != nil:
		items := []string{}
		for _, item := range node.Items {
			items = append(items, describe(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return "?"
}

func describeScalar(scalar *core.ScalarValue) string {
	switch {
	case scalar.IntValue != nil:
		return fmt.Sprintf("int %d", *scalar.IntValue)
	case scalar.FloatValue != nil:
		return fmt.Sprintf("float %g", *scalar.FloatValue)
	case scalar.BoolValue != nil:
		return fmt.Sprintf("bool %t", *scalar.BoolValue)
	case scalar.StringValue != nil:
		return fmt.Sprintf("%q", *scalar.StringValue)
	}
	return "none"
}
