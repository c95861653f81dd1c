package main

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/blueprint/state"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// tunnels lead from burrows to files of another provider. Each is a file beside its burrow, with the width of the tunnel in it,
// and a door, which is its intermediary resource.
type tunnels struct {
	mu sync.Mutex
	// By link id: how often it was tried to dig.
	attempts map[string]int
}

func newTunnels() *tunnels {
	return &tunnels{attempts: map[string]int{}}
}

func (t *tunnels) definition() provider.Link {
	return &providerv1.LinkDefinition{
		ResourceTypeA:        "gopher/burrow",
		ResourceTypeB:        "local/file",
		Kind:                 provider.LinkKindHard,
		PriorityResource:     provider.LinkPriorityResourceB,
		PlainTextDescription: "A tunnel from a burrow to a file.",
		AnnotationDefinitions: map[string]*provider.LinkAnnotationDefinition{
			"gopher/burrow::tunnel.width": {
				Name:         "tunnel.width",
				Label:        "Width",
				Type:         core.ScalarTypeInteger,
				DefaultValue: core.ScalarFromInt(1),
				AppliesTo:    provider.LinkAnnotationResourceA,
			},
		},
		CardinalityA:                     provider.LinkCardinality{Max: 1},
		StageChangesFunc:                 t.stage,
		UpdateResourceAFunc:              t.dig,
		UpdateResourceBFunc:              t.leave,
		UpdateIntermediaryResourcesFunc:  t.doors,
		GetIntermediaryExternalStateFunc: t.external,
	}
}

func (t *tunnels) stage(
	_ context.Context,
	input *provider.LinkStageChangesInput,
) (*provider.LinkStageChangesOutput, error) {
	width := widthOf(&input.ResourceAChanges.AppliedResourceInfo)
	return &provider.LinkStageChangesOutput{Changes: &provider.LinkChanges{
		NewFields: []*provider.FieldChange{{FieldPath: "width", NewValue: core.MappingNodeFromInt(width)}},
	}}, nil
}

// dig falls in once.
func (t *tunnels) dig(
	_ context.Context,
	input *provider.LinkUpdateResourceInput,
) (*provider.LinkUpdateResourceOutput, error) {
	t.mu.Lock()
	link := linkIDOf(input)
	t.attempts[link]++
	attempt := t.attempts[link]
	t.mu.Unlock()
	path := pathOf(input.ResourceInfo) + ".tunnel"
	if input.LinkUpdateType == provider.LinkUpdateTypeDestroy {
		return &provider.LinkUpdateResourceOutput{}, removed(path)
	}
	if attempt == 1 {
		return nil, &provider.RetryableError{ChildError: errors.New("the tunnel has fallen in")}
	}
	width := widthOf(input.ResourceInfo)
	if err := os.WriteFile(path, []byte(pathOf(input.OtherResourceInfo)), 0o600); err != nil {
		return nil, err
	}
	return &provider.LinkUpdateResourceOutput{LinkData: &core.MappingNode{Fields: map[string]*core.MappingNode{
		"width": core.MappingNodeFromInt(width),
		"to":    core.MappingNodeFromString(pathOf(input.OtherResourceInfo)),
	}}}, nil
}

func (t *tunnels) leave(
	_ context.Context,
	_ *provider.LinkUpdateResourceInput,
) (*provider.LinkUpdateResourceOutput, error) {
	return &provider.LinkUpdateResourceOutput{}, nil
}

func (t *tunnels) doors(
	_ context.Context,
	input *provider.LinkUpdateIntermediaryResourcesInput,
) (*provider.LinkUpdateIntermediaryResourcesOutput, error) {
	door := pathOf(input.ResourceAInfo) + ".door"
	if input.LinkUpdateType == provider.LinkUpdateTypeDestroy {
		return &provider.LinkUpdateIntermediaryResourcesOutput{}, removed(door)
	}
	if err := os.WriteFile(door, []byte("oak"), 0o600); err != nil {
		return nil, err
	}
	return &provider.LinkUpdateIntermediaryResourcesOutput{
		IntermediaryResourceStates: []*state.LinkIntermediaryResourceState{{
			ResourceID:       door,
			ResourceType:     "gopher/door",
			InstanceID:       input.ResourceAInfo.InstanceID,
			Status:           core.ResourceStatusCreated,
			ResourceSpecData: doorSpec("oak"),
		}},
	}, nil
}

func (t *tunnels) external(
	_ context.Context,
	input *provider.LinkGetIntermediaryExternalStateInput,
) (*provider.LinkGetIntermediaryExternalStateOutput, error) {
	states := map[string]*provider.IntermediaryExternalState{}
	for _, door := range input.CurrentLinkState.IntermediaryResourceStates {
		content, err := os.ReadFile(door.ResourceID)
		states[door.ResourceID] = &provider.IntermediaryExternalState{
			ResourceID:   door.ResourceID,
			ResourceType: door.ResourceType,
			Exists:       err == nil,
			SpecData:     doorSpec(string(content)),
		}
	}
	return &provider.LinkGetIntermediaryExternalStateOutput{IntermediaryStates: states}, nil
}

func doorSpec(wood string) *core.MappingNode {
	return &core.MappingNode{Fields: map[string]*core.MappingNode{"wood": core.MappingNodeFromString(wood)}}
}

func pathOf(info *provider.ResourceInfo) string {
	return core.StringValue(info.ResourceWithResolvedSubs.Spec.Fields["path"])
}

func widthOf(info *provider.ResourceInfo) int {
	metadata := info.ResourceWithResolvedSubs.Metadata
	if metadata == nil || metadata.Annotations == nil || metadata.Annotations.Fields["tunnel.width"] == nil {
		return 1
	}
	return core.IntValue(metadata.Annotations.Fields["tunnel.width"])
}

func removed(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
