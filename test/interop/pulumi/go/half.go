package main

import (
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
)

// It is there, and not as it should be.
func halfMade(id string, properties, inputs *structpb.Struct, reason string) error {
	detail := &pulumirpc.ErrorResourceInitFailed{Id: id, Properties: properties, Inputs: inputs, Reasons: []string{reason}}
	st, err := status.New(codes.Unknown, reason).WithDetails(detail)
	if err != nil {
		return err
	}
	return st.Err()
}
