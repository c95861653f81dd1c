/**
 * `pulumi-resource-pulumi-nodejs ADDRESS`: the provider of dynamic resources, which a program in JavaScript or TypeScript defines itself. The SDK of
 * the program serves them, in whose folder this process is started.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { loadLate } from './late-modules.ts'
import { moduleOf } from './module-of.ts'

const folder = process.cwd()
const runner = moduleOf('@pulumi/pulumi/cmd/dynamic-provider', folder)
process.argv[1] = runner
loadLate()
createRequire(join(folder, 'package.json'))(runner)
