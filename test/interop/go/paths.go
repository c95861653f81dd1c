package main

import (
	"context"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/blueprint/state"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// paths lead from burrow to burrow. They are nowhere but in the state; the annotation path.trouble says what goes wrong with one.
type paths struct {
	trouble *trouble
}

const pathTrouble = "gopher/burrow::path.trouble"

func (p *paths) definition() provider.Link {
	return &providerv1.LinkDefinition{
		ResourceTypeA:    "gopher/burrow",
		ResourceTypeB:    "gopher/burrow",
		Kind:             provider.LinkKindSoft,
		PlainTextSummary: "A path from burrow to burrow.",
		AnnotationDefinitions: map[string]*provider.LinkAnnotationDefinition{
			pathTrouble: {
				Name:      "path.trouble",
				Type:      core.ScalarTypeString,
				AppliesTo: provider.LinkAnnotationResourceA,
			},
		},
		CardinalityA: provider.LinkCardinality{Max: 2},
		ValidateFunc: func(_ context.Context, input *provider.LinkValidateInput) (*provider.LinkValidateOutput, error) {
			wish := core.StringValueFromScalar(input.Annotations[pathTrouble])
			if wish == "check-refuse" {
				return &provider.LinkValidateOutput{Diagnostics: []*core.Diagnostic{
					{Level: core.DiagnosticLevelError, Message: "there is a river between", Range: &core.DiagnosticRange{}},
				}}, nil
			}
			return &provider.LinkValidateOutput{}, p.trouble.at("check", wish, input.ResourceAName)
		},
		StageChangesFunc: func(
			_ context.Context,
			input *provider.LinkStageChangesInput,
		) (*provider.LinkStageChangesOutput, error) {
			info := &input.ResourceAChanges.AppliedResourceInfo
			return &provider.LinkStageChangesOutput{Changes: &provider.LinkChanges{
				NewFields: []*provider.FieldChange{{FieldPath: "length", NewValue: core.MappingNodeFromInt(7)}},
			}}, p.trouble.at("stage", wishOf(info), info.ResourceName)
		},
		UpdateResourceAFunc: func(
			_ context.Context,
			input *provider.LinkUpdateResourceInput,
		) (*provider.LinkUpdateResourceOutput, error) {
			return length(7), p.trouble.at("a", wishOf(input.ResourceInfo), linkIDOf(input))
		},
		UpdateResourceBFunc: func(
			_ context.Context,
			input *provider.LinkUpdateResourceInput,
		) (*provider.LinkUpdateResourceOutput, error) {
			return &provider.LinkUpdateResourceOutput{}, p.trouble.at("b", wishOf(input.OtherResourceInfo), linkIDOf(input))
		},
		UpdateIntermediaryResourcesFunc: func(
			_ context.Context,
			input *provider.LinkUpdateIntermediaryResourcesInput,
		) (*provider.LinkUpdateIntermediaryResourcesOutput, error) {
			if input.LinkUpdateType == provider.LinkUpdateTypeDestroy {
				return &provider.LinkUpdateIntermediaryResourcesOutput{}, nil
			}
			return &provider.LinkUpdateIntermediaryResourcesOutput{
				IntermediaryResourceStates: []*state.LinkIntermediaryResourceState{{
					ResourceID:       "gate-of-" + input.ResourceAInfo.ResourceID,
					ResourceType:     "gopher/gate",
					InstanceID:       input.ResourceAInfo.InstanceID,
					Status:           core.ResourceStatusCreated,
					ResourceSpecData: doorSpec("iron"),
				}},
			}, p.trouble.at("between", wishOf(input.ResourceAInfo), input.ResourceAInfo.ResourceID)
		},
		GetIntermediaryExternalStateFunc: func(
			_ context.Context,
			input *provider.LinkGetIntermediaryExternalStateInput,
		) (*provider.LinkGetIntermediaryExternalStateOutput, error) {
			states := map[string]*provider.IntermediaryExternalState{}
			for _, gate := range input.CurrentLinkState.IntermediaryResourceStates {
				states[gate.ResourceID] = &provider.IntermediaryExternalState{
					ResourceID:   gate.ResourceID,
					ResourceType: gate.ResourceType,
					Exists:       true,
					SpecData:     doorSpec("iron"),
				}
			}
			return &provider.LinkGetIntermediaryExternalStateOutput{IntermediaryStates: states},
				p.trouble.at("look", wishOf(input.ResourceAInfo), input.ResourceAInfo.ResourceID)
		},
	}
}

func length(n int) *provider.LinkUpdateResourceOutput {
	return &provider.LinkUpdateResourceOutput{LinkData: &core.MappingNode{Fields: map[string]*core.MappingNode{
		"length": core.MappingNodeFromInt(n),
	}}}
}

func wishOf(info *provider.ResourceInfo) string {
	metadata := info.ResourceWithResolvedSubs.Metadata
	if metadata == nil || metadata.Annotations == nil {
		return ""
	}
	return core.StringValue(metadata.Annotations.Fields["path.trouble"])
}
