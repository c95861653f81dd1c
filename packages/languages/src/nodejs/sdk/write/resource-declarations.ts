import type { Property, Resource } from '../read/model.ts'
import { docs, property } from '../read/words.ts'
import type { Placed } from './layout.ts'
import { methodDeclarations, methodInterfaces } from './method-text.ts'
import { withImports } from './type-text.ts'
import { interfaceText, type Writing } from './writing.ts'

/** Members that every resource has from the SDK. A property of the same name is sent and recorded, but the object does not show it. */
const inherited: readonly string[] = ['constructor', 'urn', 'getProvider']
const inheritedOf: Readonly<Record<Resource['kind'], ReadonlySet<string>>> = {
  custom: new Set([...inherited, 'id']),
  provider: new Set([...inherited, 'id']),
  component: new Set([...inherited, 'initialize', 'getData', 'registerOutputs']),
}

/** The base of a class, and the options of its constructor. */
const bases: Readonly<Record<Resource['kind'], readonly [base: string, options: string]>> = {
  custom: ['CustomResource', 'CustomResourceOptions'],
  provider: ['ProviderResource', 'ResourceOptions'],
  component: ['ComponentResource', 'ComponentResourceOptions'],
}

export function baseOf({ kind }: Resource): string {
  return bases[kind][0]
}

/** The properties that are visible on an object of the resource's class. */
function readable({ kind, outputs }: Resource): readonly Property[] {
  const all = outputs.filter(({ name }) => !inheritedOf[kind].has(name) && !name.startsWith('__'))
  // The settings of a provider are recorded as texts.
  return kind === 'provider' ? all.filter(({ type }) => type.kind === 'word' && type.word === 'string') : all
}

/** The methods whose names are not also names of properties. */
export function callable(resource: Resource): Resource['methods'] {
  const names = new Set(readable(resource).map(({ name }) => name))
  return resource.methods.filter(({ name }) => !names.has(name) && !inheritedOf[resource.kind].has(name))
}

/** The exports of a resource's file. */
export function resourceExports({ of, name }: Placed<Resource>): readonly string[] {
  return [name, `${name}Args`, ...(of.state === undefined ? [] : [`${name}State`])]
}

/** The declarations of a resource: its class, its arguments, and the arguments and results of its methods. */
export function resourceDeclarations(placed: Placed<Resource>, writing: Writing): string {
  const { of: resource, name, module } = placed
  const { kind, description, deprecated, inputs, state } = resource
  const [base, options] = bases[kind]
  const types = writing.types(module)
  const optional = inputs.every(({ isRequired }) => !isRequired) ? '?' : ''
  const methods = callable(resource)
  const text = [
    docs(description, { deprecated }),
    `export declare class ${name} extends pulumi.${base} {\n`,
    kind === 'custom' ? getDeclaration(placed) : '',
    docs(isInstanceDocs(name), { indent }),
    `    static isInstance(obj: any): obj is ${name};\n`,
    ...readable(resource).map(
      (each) =>
        `${docs(each.description, { deprecated: each.deprecated, indent })}    readonly ${property(each.name)}: ${types.output(each)};\n`,
    ),
    docs(constructorDocs(name), { deprecated, indent }),
    `    constructor(name: string, args${optional}: ${name}Args, opts?: pulumi.${options});\n`,
    methodDeclarations(methods, { owner: name, types, unwraps: writing.pkg.unwrapsSingleResults }),
    '}\n',
    state === undefined
      ? ''
      : interfaceText(
          `${name}State`,
          `Input properties used for looking up and filtering ${name} resources.`,
          types.members(state, 'input', { indent }),
        ),
    interfaceText(
      `${name}Args`,
      `The set of arguments for constructing a ${name} resource.`,
      types.members(inputs, 'input', { indent }),
    ),
    methodInterfaces(methods, { owner: name, types, unwraps: writing.pkg.unwrapsSingleResults }),
  ]
  return withImports(module, text.join(''))
}

const indent = '    '

function getDeclaration({ of: { state }, name }: Placed<Resource>): string {
  const stateDocs = state === undefined ? [] : ['@param state Any extra arguments used during the lookup.']
  const lines = [
    `Get an existing ${name} resource's state with the given name, ID, and optional extra`,
    'properties used to qualify the lookup.',
    '',
    '@param name The _unique_ name of the resulting resource.',
    '@param id The _unique_ provider ID of the resource to lookup.',
    ...stateDocs,
    '@param opts Optional settings to control the behavior of the CustomResource.',
  ]
  const stateParameter = state === undefined ? '' : `state?: ${name}State, `
  return `${docs(lines.join('\n'), { indent })}    static get(name: string, id: pulumi.Input<pulumi.ID>, ${stateParameter}opts?: pulumi.CustomResourceOptions): ${name};\n`
}

function isInstanceDocs(name: string): string {
  return `Returns true if the given object is an instance of ${name}.  This is designed to work even\nwhen multiple copies of the Pulumi SDK have been loaded into the same process.`
}

function constructorDocs(name: string): string {
  return [
    `Create a ${name} resource with the given unique name, arguments, and options.`,
    '',
    '@param name The _unique_ name of the resource.',
    "@param args The arguments to use to populate this resource's properties.",
    "@param opts A bag of options that control this resource's behavior.",
  ].join('\n')
}
