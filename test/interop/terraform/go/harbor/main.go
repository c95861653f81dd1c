// A provider on terraform-plugin-framework, protocol 6, whose objects lie in a folder (package store). `-debug` serves it for
// TF_REATTACH_PROVIDERS.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	var debug bool
	flag.BoolVar(&debug, "debug", false, "wait for TF_REATTACH_PROVIDERS")
	flag.Parse()
	options := providerserver.ServeOpts{Address: "registry.terraform.io/slipway/harbor", ProtocolVersion: 6, Debug: debug}
	if err := providerserver.Serve(context.Background(), newHarbor, options); err != nil {
		log.Fatal(err)
	}
}
