package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type attrType = attr.Type

// The plan with all that was unknown, which the provider decides: an id, a revision, or the id with the name of the attribute.
func (k *kind) filled(plan, config tftypes.Value, id string, revision int64) (tftypes.Value, error) {
	content, err := field(config, "content")
	return tftypes.Transform(plan, func(at *tftypes.AttributePath, value tftypes.Value) (tftypes.Value, error) {
		names := namesOf(at)
		switch name := last(names); {
		case len(names) == 1 && name == "revision":
			return tftypes.NewValue(value.Type(), big.NewFloat(float64(revision))), nil
		case value.IsKnown():
			return value, nil
		case name == "echo":
			return content, err
		case len(names) == 1 && name == "id":
			return tftypes.NewValue(value.Type(), id), nil
		case name == "fingerprint":
			return tftypes.NewValue(value.Type(), fingerprint(text(config, "secret_wo"))), nil
		default:
			return made(value.Type(), id, names), nil
		}
	})
}

func made(of tftypes.Type, id string, names []string) tftypes.Value {
	said := id + ":" + strings.Join(names, ".")
	switch {
	case of.Is(tftypes.String):
		return tftypes.NewValue(of, said)
	case of.Is(tftypes.Bool):
		return tftypes.NewValue(of, true)
	case of.Is(tftypes.Number):
		return tftypes.NewValue(of, big.NewFloat(7))
	}
	object, ok := of.(tftypes.Object)
	if !ok {
		return tftypes.NewValue(of, nil)
	}
	inside := map[string]tftypes.Value{}
	for name, inner := range object.AttributeTypes {
		inside[name] = made(inner, id, append(names, name))
	}
	return tftypes.NewValue(of, inside)
}

func fingerprint(secret string) string {
	if secret == "" {
		return "none"
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(secret)))[:12]
}

// Names of attributes on the way, without numbers, keys and elements.
func namesOf(at *tftypes.AttributePath) []string {
	names := []string{}
	for _, step := range at.Steps() {
		if name, ok := step.(tftypes.AttributeName); ok {
			names = append(names, string(name))
		}
	}
	return names
}

func last(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1]
}

// An attribute of the outermost object.
func field(raw tftypes.Value, name string) (tftypes.Value, error) {
	fields := map[string]tftypes.Value{}
	if raw.IsNull() || !raw.IsKnown() {
		return tftypes.Value{}, nil
	}
	err := raw.As(&fields)
	return fields[name], err
}

func set(raw tftypes.Value, name string, value tftypes.Value) (tftypes.Value, error) {
	fields := map[string]tftypes.Value{}
	if err := raw.As(&fields); err != nil {
		return raw, err
	}
	fields[name] = value
	return tftypes.NewValue(raw.Type(), fields), nil
}

func text(raw tftypes.Value, name string) string {
	var said *string
	value, err := field(raw, name)
	if err != nil || value.Type() == nil || !value.IsKnown() || value.As(&said) != nil || said == nil {
		return ""
	}
	return *said
}

func known(raw tftypes.Value, name string) bool {
	value, err := field(raw, name)
	return err != nil || value.Type() == nil || value.IsKnown()
}

func number(raw tftypes.Value, name string) int64 {
	said := &big.Float{}
	value, err := field(raw, name)
	if err != nil || !value.IsKnown() || value.As(&said) != nil || said == nil {
		return 0
	}
	whole, _ := said.Int64()
	return whole
}

// As the store keeps it. A dynamic value has its type beside it.
func toJSON(raw tftypes.Value) ([]byte, error) {
	plain, err := plainOf(raw, raw.Type())
	if err != nil {
		return nil, err
	}
	return json.MarshalIndent(plain, "", " ")
}

// Without what the type does not have: a crane may have been a berth.
func fromJSON(content []byte, of tftypes.Type) (tftypes.Value, error) {
	kept := map[string]json.RawMessage{}
	if err := json.Unmarshal(content, &kept); err != nil {
		return tftypes.Value{}, err
	}
	for name := range kept {
		if object, ok := of.(tftypes.Object); ok && object.AttributeTypes[name] == nil {
			delete(kept, name)
		}
	}
	content, err := json.Marshal(kept)
	if err != nil {
		return tftypes.Value{}, err
	}
	return tftypes.ValueFromJSON(content, of)
}

func plainOf(raw tftypes.Value, declared tftypes.Type) (any, error) {
	switch {
	case raw.IsNull():
		return nil, nil
	case !raw.IsKnown():
		return nil, fmt.Errorf("still unknown: %s", raw)
	case declared.Is(tftypes.DynamicPseudoType):
		inner, err := plainOf(raw, raw.Type())
		return map[string]any{"type": raw.Type(), "value": inner}, err
	}
	switch of := declared.(type) {
	case tftypes.Object:
		return plainFields(raw, func(name string) tftypes.Type { return of.AttributeTypes[name] })
	case tftypes.Map:
		return plainFields(raw, func(string) tftypes.Type { return of.ElementType })
	case tftypes.List:
		return plainElements(raw, func(int) tftypes.Type { return of.ElementType })
	case tftypes.Set:
		return plainElements(raw, func(int) tftypes.Type { return of.ElementType })
	case tftypes.Tuple:
		return plainElements(raw, func(at int) tftypes.Type { return of.ElementTypes[at] })
	}
	return plainScalar(raw)
}

func plainFields(raw tftypes.Value, of func(string) tftypes.Type) (any, error) {
	fields, plain := map[string]tftypes.Value{}, map[string]any{}
	if err := raw.As(&fields); err != nil {
		return nil, err
	}
	for name, value := range fields {
		inner, err := plainOf(value, of(name))
		if err != nil {
			return nil, err
		}
		plain[name] = inner
	}
	return plain, nil
}

func plainElements(raw tftypes.Value, of func(int) tftypes.Type) (any, error) {
	elements, plain := []tftypes.Value{}, []any{}
	if err := raw.As(&elements); err != nil {
		return nil, err
	}
	for at, value := range elements {
		inner, err := plainOf(value, of(at))
		if err != nil {
			return nil, err
		}
		plain = append(plain, inner)
	}
	return plain, nil
}

func plainScalar(raw tftypes.Value) (any, error) {
	var said string
	var truth bool
	exact := &big.Float{}
	switch of := raw.Type(); {
	case of.Is(tftypes.String):
		err := raw.As(&said)
		return said, err
	case of.Is(tftypes.Bool):
		err := raw.As(&truth)
		return truth, err
	}
	err := raw.As(&exact)
	return json.Number(exact.Text('g', -1)), err
}
