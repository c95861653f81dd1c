import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'

interface ProtobufJs {
  readonly Root: new () => { loadSync(file: string, options: object): { toJSON(): object } }
}

/** The client of etcd reads its protocol from a file beside itself, which no bundle has: it gets it as a value instead. */
export function etcdProtocol(root: string): Plugin {
  return {
    name: 'etcd-protocol',
    setup: (build) =>
      build.onLoad({ filter: /etcd3\/lib\/connection-pool\.js$/ }, ({ path }) => {
        // The same package that the loader itself would use.
        const { Root } = createRequire(join(root, 'node_modules/@grpc/proto-loader/package.json'))(
          'protobufjs',
        ) as ProtobufJs
        const file = join(path, '../../proto/rpc.proto')
        const protocol = JSON.stringify(new Root().loadSync(file, { keepCase: true }).toJSON())
        const text = readFileSync(path, 'utf8')
        const contents = text.replace(
          'proto_loader_1.loadSync)(`${__dirname}/../proto/rpc.proto`',
          () => `proto_loader_1.fromJSON)(${protocol}`,
        )
        if (contents === text) throw new Error(`${path} does not load its protocol as it did`)
        return { contents, loader: 'js' }
      }),
  }
}
