package main

import (
	"context"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/blueprint/schema"
	"github.com/newstack-cloud/bluelink/libs/blueprint/source"
	"github.com/newstack-cloud/bluelink/libs/blueprint/substitutions"
	"github.com/newstack-cloud/bluelink/libs/blueprint/transform"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/transformerv1"
)

// villages makes two burrows of each village: one to live in, and one that bears the name of the first. What a village has as its
// name may be a trouble.
func villages() transform.SpecTransformer {
	trouble := newTrouble()
	return &transformerv1.TransformerPluginDefinition{
		TransformName:               "villages-2026",
		TransformerConfigDefinition: &core.ConfigDefinition{Fields: map[string]*core.ConfigFieldDefinition{}},
		AbstractResources: map[string]*transformerv1.AbstractResourceDefinition{
			"gopher/village": {
				Type:  "gopher/village",
				Label: "Village",
				Schema: &provider.ResourceDefinitionsSchema{
					Type:     provider.ResourceDefinitionsSchemaTypeObject,
					Required: []string{"name"},
					Attributes: map[string]*provider.ResourceDefinitionsSchema{
						"name":  {Type: provider.ResourceDefinitionsSchemaTypeString},
						"rooms": {Type: provider.ResourceDefinitionsSchemaTypeInteger},
					},
				},
				PlainTextSummary:  "Two burrows.",
				PlainTextExamples: []string{"type: gopher/village"},
				CustomValidateFunc: func(
					_ context.Context,
					input *transform.AbstractResourceValidateInput,
				) (*transform.AbstractResourceValidateOutput, error) {
					name := input.SchemaResource.Spec.Fields["name"]
					if err := trouble.at("check", core.StringValue(name), ""); err != nil {
						return nil, err
					}
					if core.StringValue(name) != "Moletown" {
						return &transform.AbstractResourceValidateOutput{}, nil
					}
					return &transform.AbstractResourceValidateOutput{Diagnostics: []*core.Diagnostic{{
						Level:   core.DiagnosticLevelError,
						Message: "moles have towns of their own",
						Range:   &core.DiagnosticRange{Start: name.SourceMeta, End: &source.Meta{Position: *name.SourceMeta.EndPosition}},
					}}}, nil
				},
			},
		},
		AbstractLinks: map[string]*transformerv1.AbstractLinkDefinition{
			"gopher/village::gopher/village": {
				ResourceTypeA:    "gopher/village",
				ResourceTypeB:    "gopher/village",
				PlainTextSummary: "A road.",
				AnnotationDefinitions: map[string]*provider.LinkAnnotationDefinition{
					"gopher/village::road.paved": {
						Name:      "road.paved",
						Type:      core.ScalarTypeBool,
						AppliesTo: provider.LinkAnnotationResourceA,
					},
				},
				CardinalityA: provider.LinkCardinality{Max: 1},
				ValidateFunc: func(
					_ context.Context,
					input *transformerv1.AbstractLinkValidateInput,
				) (*transformerv1.AbstractLinkValidateOutput, error) {
					if input.Edge.Target != "island" {
						return &transformerv1.AbstractLinkValidateOutput{}, nil
					}
					return &transformerv1.AbstractLinkValidateOutput{Diagnostics: []*core.Diagnostic{
						{Level: core.DiagnosticLevelError, Message: "there is no bridge", Range: &core.DiagnosticRange{}},
					}}, nil
				},
			},
		},
		TransformFunc: func(
			_ context.Context,
			input *transform.SpecTransformerTransformInput,
		) (*transform.SpecTransformerTransformOutput, error) {
			for _, resource := range input.InputBlueprint.Resources.Values {
				if resource.Type.Value != "gopher/village" {
					continue
				}
				if err := trouble.at("transform", core.StringValue(resource.Spec.Fields["name"]), ""); err != nil {
					return nil, err
				}
			}
			return expandVillages(input)
		},
	}
}

func expandVillages(
	input *transform.SpecTransformerTransformInput,
) (*transform.SpecTransformerTransformOutput, error) {
	blueprint := input.InputBlueprint
	resources := map[string]*schema.Resource{}
	for name, resource := range blueprint.Resources.Values {
		if resource.Type.Value != "gopher/village" {
			resources[name] = resource
			continue
		}
		spec := resource.Spec.Fields
		resources[name+"_home"] = burrowOf(map[string]*core.MappingNode{"name": spec["name"], "rooms": spec["rooms"]})
		resources[name+"_sign"] = burrowOf(map[string]*core.MappingNode{"name": seenOf(name + "_home")})
	}
	blueprint.Resources.Values = resources
	return &transform.SpecTransformerTransformOutput{TransformedBlueprint: blueprint}, nil
}

func burrowOf(fields map[string]*core.MappingNode) *schema.Resource {
	return &schema.Resource{
		Type: &schema.ResourceTypeWrapper{Value: "gopher/burrow"},
		Spec: &core.MappingNode{Fields: fields},
	}
}

func seenOf(resource string) *core.MappingNode {
	return &core.MappingNode{StringWithSubstitutions: &substitutions.StringOrSubstitutions{
		Values: []*substitutions.StringOrSubstitution{{
			SubstitutionValue: &substitutions.Substitution{
				ResourceProperty: &substitutions.SubstitutionResourceProperty{
					ResourceName: resource,
					Path: []*substitutions.SubstitutionPathItem{
						{FieldName: "spec"},
						{FieldName: "seen"},
					},
				},
			},
		}},
	}}
}
