/**
 * `pulumi-resource-pulumi-nodejs ADDRESS`: the provider of resources that a program in JavaScript or TypeScript makes up
 * itself. The SDK of the program, which is where we are started, serves them.
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
