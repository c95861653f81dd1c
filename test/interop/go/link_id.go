//go:build !sdk15

package main

import "github.com/newstack-cloud/bluelink/libs/blueprint/provider"

// linkIDOf tells links apart.
func linkIDOf(input *provider.LinkUpdateResourceInput) string {
	return input.LinkID
}
