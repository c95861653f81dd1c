//go:build !oldsdk

package main

import (
	"context"

	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

type engine struct{ host *provider.HostClient }

func (e *engine) debug(ctx context.Context, urn, text string) error {
	return e.host.Log(ctx, diag.Debug, resource.URN(urn), text)
}

func serve(name string, maker func(*engine) (pulumirpc.ResourceProviderServer, error)) error {
	return provider.Main(name, func(host *provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return maker(&engine{host})
	})
}
