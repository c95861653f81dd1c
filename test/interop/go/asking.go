package main

import (
	"context"
	"fmt"

	"github.com/newstack-cloud/bluelink/libs/blueprint/function"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// asking is a function that gives what another function gives, of whatever provider: the host knows where it is.
func asking(name string, called string, args func(n float64) []any) provider.Function {
	return &providerv1.FunctionDefinition{
		Definition: &function.Definition{
			Name:    name,
			Summary: "Asks " + called + ".",
			Parameters: []function.Parameter{
				&function.ScalarParameter{
					Label: "n",
					Type:  &function.ValueTypeDefinitionScalar{Label: "n", Type: function.ValueTypeInt64},
				},
			},
			Return: &function.ScalarReturn{
				Type: &function.ValueTypeDefinitionScalar{Label: "answer", Type: function.ValueTypeString},
			},
		},
		CallFunc: func(
			ctx context.Context,
			input *provider.FunctionCallInput,
		) (*provider.FunctionCallOutput, error) {
			var n float64
			if err := input.Arguments.GetVar(ctx, 0, &n); err != nil {
				return nil, err
			}
			answer, err := input.CallContext.Registry().Call(ctx, called, &provider.FunctionCallInput{
				Arguments:   input.CallContext.NewCallArgs(args(n)...),
				CallContext: input.CallContext,
			})
			if err != nil {
				return nil, err
			}
			return &provider.FunctionCallOutput{ResponseData: fmt.Sprint(answer.ResponseData)}, nil
		},
	}
}

func functions(trouble *trouble) map[string]provider.Function {
	alone := func(n float64) []any { return []any{n} }
	return map[string]provider.Function{
		"dig":      dig(trouble),
		"dig_area": asking("dig_area", "area", func(n float64) []any { return []any{n, 2} }),
		"dig_back": asking("dig_back", "via_gopher", alone),
		"dig_ring": asking("dig_ring", "ring_gopher", alone),
		"dig_join": asking("dig_join", "join", func(n float64) []any { return []any{[]any{"a", "b"}, "-"} }),
	}
}
