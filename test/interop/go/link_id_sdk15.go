//go:build sdk15

package main

import "github.com/newstack-cloud/bluelink/libs/blueprint/provider"

// linkIDOf tells links apart: the SDK 0.15 does not hand on what the host calls a link.
func linkIDOf(input *provider.LinkUpdateResourceInput) string {
	return input.ResourceInfo.ResourceID + " " + input.OtherResourceInfo.ResourceID
}
