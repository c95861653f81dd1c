package main

import (
	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
)

// soils is a type of variables.
func soils() provider.CustomVariableType {
	return &providerv1.CustomVariableTypeDefinition{
		Type:              "gopher/soil",
		Label:             "Soil",
		PlainTextSummary:  "What one digs in.",
		PlainTextExamples: []string{"type: gopher/soil"},
		CustomVarTypeOptions: map[string]*provider.CustomVariableTypeOption{
			"Loam": {Label: "Loam", Value: core.ScalarFromString("loam"), Description: "Easy."},
			"Clay": {Label: "Clay", Value: core.ScalarFromString("clay")},
		},
	}
}
