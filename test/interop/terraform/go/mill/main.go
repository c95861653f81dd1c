// A provider on terraform-plugin-sdk/v2, protocol 5, whose objects lie in a folder (package store). `-debug` serves it for
// TF_REATTACH_PROVIDERS.
package main

import (
	"flag"

	"github.com/hashicorp/terraform-plugin-sdk/v2/plugin"
)

func main() {
	var debug bool
	flag.BoolVar(&debug, "debug", false, "wait for TF_REATTACH_PROVIDERS")
	flag.Parse()
	plugin.Serve(&plugin.ServeOpts{ProviderFunc: newMill, Debug: debug, ProviderAddr: "registry.terraform.io/slipway/mill"})
}
