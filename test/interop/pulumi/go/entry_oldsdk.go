//go:build oldsdk

package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/cmdutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/logging"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

type engine struct{ client pulumirpc.EngineClient }

func (e *engine) debug(ctx context.Context, urn, text string) error {
	_, err := e.client.Log(ctx, &pulumirpc.LogRequest{Severity: pulumirpc.LogSeverity_DEBUG, Message: text, Urn: urn})
	return err
}

// As the entry point did, which was in a module of its own then.
func serve(name string, maker func(*engine) (pulumirpc.ResourceProviderServer, error)) error {
	tracing := flag.String("tracing", "", "")
	flag.Parse()
	logging.InitLogging(false, 0, false)
	cmdutil.InitTracing(name, name, *tracing)
	address := flag.Arg(0)
	connection, err := grpc.Dial(address, grpc.WithTransportCredentials(insecure.NewCredentials()), rpcutil.GrpcChannelOptions())
	if err != nil {
		return fmt.Errorf("could not connect to host RPC: %w", err)
	}
	cancel := make(chan bool)
	if err := rpcutil.Healthcheck(context.Background(), address, time.Second, func() { close(cancel) }); err != nil {
		return err
	}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancel,
		Init: func(server *grpc.Server) error {
			made, err := maker(&engine{pulumirpc.NewEngineClient(connection)})
			if err != nil {
				return err
			}
			pulumirpc.RegisterResourceProviderServer(server, made)
			return nil
		},
		Options: rpcutil.OpenTracingServerInterceptorOptions(nil),
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d\n", handle.Port)
	return <-handle.Done
}
