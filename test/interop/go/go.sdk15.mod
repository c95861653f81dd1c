module slipway.test/gopher

go 1.25.0

require (
	github.com/newstack-cloud/bluelink/libs/blueprint v0.51.2
	github.com/newstack-cloud/bluelink/libs/plugin-framework v0.15.0
)

require (
	github.com/coreos/go-json v0.0.0-20231102161613-e49c8866685a // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/matoous/go-nanoid/v2 v2.1.0 // indirect
	github.com/newstack-cloud/bluelink/libs/common v0.4.0 // indirect
	github.com/spf13/afero v1.15.0 // indirect
	github.com/tailscale/hujson v0.0.0-20260718110524-10d7940d4c87 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.28.0 // indirect
	golang.org/x/net v0.55.0 // indirect
	golang.org/x/sys v0.45.0 // indirect
	golang.org/x/text v0.37.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260526163538-3dc84a4a5aaa // indirect
	google.golang.org/grpc v1.83.0 // indirect
	google.golang.org/protobuf v1.36.11 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
