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

// villages makes two burrows of each village: one to live in, and one that bears the name of the first.
func villages() transform.SpecTransformer {
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
				PlainTextSummary: "Two burrows.",
				CustomValidateFunc: func(
					_ context.Context,
					input *transform.AbstractResourceValidateInput,
				) (*transform.AbstractResourceValidateOutput, error) {
					name := input.SchemaResource.Spec.Fields["name"]
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
		TransformFunc: expandVillages,
	}
}

func expandVillages(
	_ context.Context,
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
