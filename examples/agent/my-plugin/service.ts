import type { MethodDefinition } from '@grpc/grpc-js'
import type { InterfaceState } from '../data-plane/protocol.ts'

export type InterfaceStates = Readonly<Record<string, InterfaceState>>

/** `demo.Interfaces`: one method that takes nothing and tells all interfaces. Messages are JSON, to do without a compiler. */
export const interfacesService = {
  List: {
    path: '/demo.Interfaces/List',
    requestStream: false,
    responseStream: false,
    requestSerialize: () => Buffer.alloc(0),
    requestDeserialize: () => ({}),
    responseSerialize: (states) => Buffer.from(JSON.stringify(states)),
    responseDeserialize: (bytes) => JSON.parse(bytes.toString()) as InterfaceStates,
  } satisfies MethodDefinition<object, InterfaceStates>,
}
