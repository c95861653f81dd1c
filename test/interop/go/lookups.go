package main

import (
	"context"
	"strings"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/function"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/blueprint/schema"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// weather answers with what it was asked; a place may be a trouble.
func weather(trouble *trouble) provider.DataSource {
	return &providerv1.DataSourceDefinition{
		Type:             "gopher/weather",
		Label:            "Weather",
		PlainTextSummary: "What it is like above ground.",
		Fields: map[string]*provider.DataSourceSpecSchema{
			"place": {Type: provider.DataSourceSpecTypeString},
			"rain":  {Type: provider.DataSourceSpecTypeFloat},
		},
		FilterFields: map[string]*provider.DataSourceFilterSchema{
			"place": {
				Type:               provider.DataSourceFilterSearchValueTypeString,
				SupportedOperators: []schema.DataSourceFilterOperator{schema.DataSourceFilterOperatorEquals},
			},
		},
		PlainTextExamples: []string{"filter:\n  field: place\n  operator: =\n  search: Kiel"},
		CustomValidateFunc: func(
			_ context.Context,
			input *provider.DataSourceValidateInput,
		) (*provider.DataSourceValidateOutput, error) {
			for _, filter := range input.SchemaDataSource.Filter.Filters {
				place := *filter.Search.Values[0].Values[0].StringValue
				if err := trouble.at("check", place, ""); err != nil {
					return nil, err
				}
				if place == "Atlantis" {
					return &provider.DataSourceValidateOutput{Diagnostics: []*core.Diagnostic{
						{Level: core.DiagnosticLevelError, Message: "nobody knows where that is"},
					}}, nil
				}
			}
			return &provider.DataSourceValidateOutput{}, nil
		},
		FetchFunc: func(
			_ context.Context,
			input *provider.DataSourceFetchInput,
		) (*provider.DataSourceFetchOutput, error) {
			place := "nowhere"
			for _, filter := range input.DataSourceWithResolvedSubs.Filter.Filters {
				place = core.StringValue(filter.Search.Values[0])
			}
			if err := trouble.at("fetch", place, ""); err != nil {
				return nil, err
			}
			return &provider.DataSourceFetchOutput{Data: map[string]*core.MappingNode{
				"place": core.MappingNodeFromString(place),
				"rain":  core.MappingNodeFromFloat(0.5),
			}}, nil
		},
	}
}

// dig repeats a word, which may be a trouble.
func dig(trouble *trouble) provider.Function {
	return &providerv1.FunctionDefinition{
		Definition: &function.Definition{
			Name:    "dig",
			Summary: "Repeats a word.",
			Parameters: []function.Parameter{
				&function.ScalarParameter{
					Label: "word",
					Type:  &function.ValueTypeDefinitionScalar{Label: "word", Type: function.ValueTypeString},
				},
				&function.ScalarParameter{
					Label: "times",
					Type:  &function.ValueTypeDefinitionScalar{Label: "times", Type: function.ValueTypeInt64},
				},
			},
			Return: &function.ScalarReturn{
				Type: &function.ValueTypeDefinitionScalar{Label: "words", Type: function.ValueTypeString},
			},
		},
		CallFunc: func(
			ctx context.Context,
			input *provider.FunctionCallInput,
		) (*provider.FunctionCallOutput, error) {
			var word string
			// Arguments cross as JSON, where every number is a float.
			var times float64
			if err := input.Arguments.GetMultipleVars(ctx, &word, &times); err != nil {
				return nil, err
			}
			if err := trouble.at("call", word, ""); err != nil {
				return nil, err
			}
			return &provider.FunctionCallOutput{ResponseData: strings.Repeat(word, int(times))}, nil
		},
	}
}
