// Providers in Go on the public SDK of Pulumi, as real ones are: one executable, which is what it is called.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// What providers on every SDK can do; those on newer ones do more (greeted.go).
var makers = map[string]func(*engine) (pulumirpc.ResourceProviderServer, error){
	"lucky": newLucky,
	"plain": newPlain,
}

func main() {
	name := strings.TrimPrefix(filepath.Base(os.Args[0]), "pulumi-resource-")
	maker, known := makers[name]
	if !known {
		fmt.Fprintf(os.Stderr, "no provider is called %q\n", name)
		os.Exit(1)
	}
	if err := serve(name, maker); err != nil {
		fmt.Fprintln(os.Stderr, err.Error())
		os.Exit(1)
	}
}
