// Gopher is a provider, and where transformers lie a transformer, on the public Go SDK, for the proof that a plugin that knows nothing of Slipway works with it.
//
// It is told how to behave by its environment:
//
//	GOPHER_UNIX_SOCKET  listens at this path instead of on a free port
//	GOPHER_STUBBORN     when set, ignores every signal that can be ignored, and never stops by itself
//	GOPHER_MEMORY       when set, burrows without a path are as they were recorded
//	GOPHER_PLUGIN_ID    registers under this id instead of interop/gopher; "path" stands for that of its folder
package main

import (
	"context"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/newstack-cloud/bluelink/libs/blueprint/core"
	"github.com/newstack-cloud/bluelink/libs/blueprint/provider"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/plugin"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/pluginservicev1"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/pluginutils"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/providerv1"
	"github.com/newstack-cloud/bluelink/libs/plugin-framework/sdk/transformerv1"
)

func main() {
	stubborn := os.Getenv("GOPHER_STUBBORN") != ""
	if stubborn {
		signal.Ignore(syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGPIPE)
	}

	host, closeHost, err := pluginservicev1.NewEnvServiceClient()
	if err != nil {
		log.Fatal(err)
	}
	defer closeHost()

	hostInfo := pluginutils.NewHostInfoContainer()
	closePlugin, err := serve(host, hostInfo)
	if err != nil {
		log.Fatal(err)
	}

	if stubborn {
		select {}
	}
	pluginutils.WaitForShutdown(closePlugin)
}

// serve is a transformer where transformers lie, and a provider anywhere else.
func serve(host pluginservicev1.ServiceClient, hostInfo pluginutils.HostInfoContainer) (func(), error) {
	config := plugin.ServePluginConfiguration{
		ID:              pluginID(),
		ProtocolVersion: "1.0",
		UnixSocketPath:  os.Getenv("GOPHER_UNIX_SOCKET"),
		PluginMetadata: &pluginservicev1.PluginMetadata{
			PluginVersion:        "1.0.0",
			DisplayName:          "Gopher",
			PlainTextDescription: "Digs burrows.",
		},
	}
	if strings.Contains(os.Args[0], "/transformers/") {
		config.ID = "interop/villages"
		service := transformerv1.NewTransformerPlugin(villages(), hostInfo, host)
		return plugin.ServeTransformerV1(context.Background(), service, host, hostInfo, config)
	}
	service := providerv1.NewProviderPlugin(gopher(), hostInfo, host)
	return plugin.ServeProviderV1(context.Background(), service, host, hostInfo, config)
}

func pluginID() string {
	switch id := os.Getenv("GOPHER_PLUGIN_ID"); id {
	case "":
	case "path":
		// <root>/providers/<namespace>/<plugin>/<version>/plugin
		plugin := filepath.Dir(filepath.Dir(os.Args[0]))
		return filepath.Base(filepath.Dir(plugin)) + "/" + filepath.Base(plugin)
	default:
		return id
	}
	return "interop/gopher"
}

func gopher() provider.Provider {
	trouble := newTrouble()
	return &providerv1.ProviderPluginDefinition{
		ProviderNamespace: "gopher",
		ProviderConfigDefinition: &core.ConfigDefinition{
			Fields: map[string]*core.ConfigFieldDefinition{
				"soil": {
					Type:         core.ScalarTypeString,
					Label:        "Soil",
					DefaultValue: core.ScalarFromString("loam"),
				},
			},
		},
		Resources:   map[string]provider.Resource{"gopher/burrow": newBurrows(trouble).definition()},
		DataSources: map[string]provider.DataSource{"gopher/weather": weather(trouble)},
		Functions:   functions(trouble),
		Links: map[string]provider.Link{
			"gopher/burrow::local/file":    newTunnels().definition(),
			"gopher/burrow::gopher/burrow": (&paths{trouble}).definition(),
		},
		CustomVariableTypes: map[string]provider.CustomVariableType{"gopher/soil": soils()},
		ProviderRetryPolicy: &provider.RetryPolicy{
			MaxRetries:      4,
			FirstRetryDelay: 0.02,
			MaxDelay:        0.5,
			BackoffFactor:   2,
			Jitter:          true,
		},
	}
}
