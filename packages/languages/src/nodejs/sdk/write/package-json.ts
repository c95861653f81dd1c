import type { Package } from '../read/model.ts'

/** The range of the SDK's own package. This version brought the functions for packages that a plugin learns about. */
const sdkRange = '^3.142.0'

/** Matches a version that npm accepts; any other version stands only in the `pulumi` part. */
const npmVersion = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,100})?$/

/**
 * Writes the package.json. It has no scripts and no dependencies that the schema chooses: the code of an SDK is ours, and only the names in it are
 * theirs. Pulumi's SDK is a peer, so that a program never has it twice.
 */
export function packageJson(pkg: Package): string {
  const { npmName, version, description, keywords, homepage, repository, license, served, name, server } = pkg
  const parameter = served && { name, version, value: served.parameter }
  const plugin =
    served === undefined
      ? { resource: true, name, version, ...(server !== '' && { server }) }
      : {
          resource: true,
          name: served.base,
          version: served.baseVersion,
          ...(served.baseServer !== '' && { server: served.baseServer }),
          ...(served.isExtension ? { extensionParameterization: parameter } : { parameterization: parameter }),
        }
  const manifest = {
    name: npmName,
    version: npmVersion.test(version) ? version : '0.0.0',
    ...(description !== '' && { description }),
    ...(keywords.length > 0 && { keywords }),
    ...(homepage !== '' && { homepage }),
    ...(repository !== '' && { repository }),
    ...(license !== '' && { license }),
    type: 'commonjs',
    main: './index.js',
    types: './index.d.ts',
    peerDependencies: { '@pulumi/pulumi': sdkRange },
    pulumi: plugin,
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}
