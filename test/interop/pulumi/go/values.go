package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	"google.golang.org/protobuf/types/known/structpb"
)

// As providers of bridges read and write: values that are not known yet stay so, marks of secrets as far as they are taken.
func opened(from *structpb.Struct, secrets bool) (resource.PropertyMap, error) {
	return plugin.UnmarshalProperties(from, plugin.MarshalOptions{
		KeepUnknowns: true, KeepSecrets: secrets, KeepResources: true,
	})
}

func closed(values resource.PropertyMap, secrets bool) (*structpb.Struct, error) {
	return plugin.MarshalProperties(values, plugin.MarshalOptions{
		KeepUnknowns: true, KeepSecrets: secrets, KeepResources: true,
	})
}

func bare(value resource.PropertyValue) resource.PropertyValue {
	for value.IsSecret() {
		value = value.SecretValue().Element
	}
	return value
}

func text(values resource.PropertyMap, name resource.PropertyKey) string {
	if value := bare(values[name]); value.IsString() {
		return value.StringValue()
	}
	return ""
}

// Without what engines and bridges note in it for themselves.
func own(values resource.PropertyMap) map[string]any {
	plain := resource.PropertyMap{}
	for name, value := range values {
		if len(name) < 2 || name[:2] != "__" {
			plain[name] = value
		}
	}
	return plain.MapRepl(nil, func(value resource.PropertyValue) (any, bool) {
		if value.IsSecret() {
			return bare(value).Mappable(), true
		}
		return nil, false
	})
}
