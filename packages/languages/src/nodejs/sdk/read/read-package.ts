import { isMap, type Json, listIn, mapIn, mapsIn, textIn, textsIn } from './json.ts'
import type { Func, Package, Property, Resource, Served } from './model.ts'
import { namedType, propertiesOf, typeOf } from './read-types.ts'
import { badSchema, moduleNames, shown, tokenOf } from './tokens.ts'
import { isIdentifier } from './words.ts'

/** In characters. The schemas of the largest clouds have tens of millions of them. */
const largest = 400 * 1024 * 1024
const mostTypes = 100_000

/**
 * Reads a package schema, which is a stranger's text.
 *
 * @param version of the plugin, for schemas that say none
 * @throws Failure `package/bad-schema`
 */
export function readPackage(text: string, version: string): Package {
  const schema = parsed(text)
  const name = textIn(schema, 'name')
  if (!/^[A-Za-z][\w-]{0,99}$/.test(name))
    throw badSchema(`has the name ${shown(name)}, which is not a valid package name`)
  const leftOut: string[] = []
  const nodejs = mapIn(mapIn(schema, 'language'), 'nodejs')
  const resources = kept(schema, 'resources', leftOut).map(([token, spec]) => resourceOf(schema, token, spec))
  const ofMethods = new Set(resources.flatMap(({ methods }) => methods.map(({ func }) => func.token.text)))
  const provider = providerOf(schema, name)
  for (const { func } of provider.methods) ofMethods.add(func.token.text)
  const functions = kept(schema, 'functions', leftOut)
    .filter(([token]) => !ofMethods.has(token))
    .map(([token, spec]) => funcOf(token, spec))
  const served = servedBy(schema)
  return {
    name,
    version: (textIn(schema, 'version') || version).replace(/^v(?=\d)/, ''),
    description: textIn(schema, 'description'),
    keywords: textsIn(schema, 'keywords'),
    homepage: textIn(schema, 'homepage'),
    repository: textIn(schema, 'repository'),
    license: textIn(schema, 'license'),
    server: textIn(schema, 'pluginDownloadURL'),
    npmName: npmNameOf(schema, nodejs),
    ...(served !== undefined && { served }),
    config: propertiesOf(mapIn(schema, 'config'), { key: 'variables', required: 'required' }),
    types: new Map(counted(schema, 'types').map(([token, spec]) => [token, namedType(token, spec)])),
    provider,
    resources,
    functions,
    modules: moduleNames(schema),
    hasBareInputs: ['tfbridge20', 'kubernetes20'].includes(textIn(nodejs, 'compatibility')),
    unwrapsSingleResults: nodejs['liftSingleValueMethodReturns'] === true,
    leftOut,
  }
}

function parsed(text: string): Json {
  if (text.length > largest) throw badSchema(`is larger than ${largest} characters`)
  try {
    const schema: unknown = JSON.parse(text)
    if (isMap(schema)) return schema
  } catch {
    // The check below reports it.
  }
  throw badSchema('is not an object of JSON')
}

function counted(schema: Json, key: string): readonly (readonly [string, Json])[] {
  const entries = mapsIn(schema, key)
  if (entries.length > mostTypes) throw badSchema(`has more than ${mostTypes} ${key}`)
  return entries
}

/** The entries without those that Pulumi's SDKs implement by hand. */
function kept(schema: Json, key: string, leftOut: string[]): readonly (readonly [string, Json])[] {
  return counted(schema, key).filter(([token, spec]) => {
    if (spec['isOverlay'] !== true) return true
    leftOut.push(`${shown(token)} is written by hand in the SDKs of Pulumi, and is not a part of the plugin`)
    return false
  })
}

/** Matches a name that npm allows. */
const npmName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/

/** A package with one of these names would stand in for the SDK itself, or for Node. */
const foreign = /^(?:@pulumi\/(?:pulumi|policy)|node|npm)$/

function npmNameOf(schema: Json, nodejs: Json): string {
  const scope = textIn(schema, 'namespace') || 'pulumi'
  const name = textIn(nodejs, 'packageName') || `@${scope}/${textIn(schema, 'name')}`.toLowerCase()
  if (name.length > 214 || !npmName.test(name) || foreign.test(name))
    throw badSchema(`asks for an SDK with the name ${shown(name)}, which is not allowed`)
  return name
}

function servedBy(schema: Json): Served | undefined {
  const isExtension = isMap(schema['extensionParameterization'])
  const how = mapIn(schema, isExtension ? 'extensionParameterization' : 'parameterization')
  const base = mapIn(how, 'baseProvider')
  const name = textIn(base, 'name')
  if (name === '') return undefined
  const parameter = textIn(how, 'parameter')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(parameter)) throw badSchema('has a parameter that is not base64')
  return {
    base: name,
    baseVersion: textIn(base, 'version'),
    baseServer: textIn(base, 'pluginDownloadURL'),
    parameter,
    isExtension,
  }
}

function providerOf(schema: Json, name: string): Resource {
  const spec = mapIn(schema, 'provider')
  const token = { text: `pulumi:providers:${name}`, module: 'index', name: 'Provider' }
  return { ...resourceWith(schema, token, spec), kind: 'provider' }
}

function resourceOf(schema: Json, text: string, spec: Json): Resource {
  return resourceWith(schema, tokenOf(text), spec)
}

function resourceWith(schema: Json, token: Resource['token'], spec: Json): Resource {
  const state = spec['stateInputs']
  return {
    token,
    kind: spec['isComponent'] === true ? 'component' : 'custom',
    description: textIn(spec, 'description'),
    deprecated: textIn(spec, 'deprecationMessage'),
    inputs: propertiesOf(spec, { key: 'inputProperties', required: 'requiredInputs', plain: 'plainInputs' }),
    outputs: propertiesOf(spec, { key: 'properties', required: 'required' }),
    ...(isMap(state) && { state: propertiesOf(state, { key: 'properties', required: 'required' }) }),
    aliases: listIn(spec, 'aliases').flatMap((alias) => {
      const type = isMap(alias) ? textIn(alias, 'type') : ''
      return type === '' ? [] : [type]
    }),
    methods: methodsOf(schema, spec),
  }
}

function methodsOf(schema: Json, spec: Json): Resource['methods'] {
  const functions = mapIn(schema, 'functions')
  return Object.entries(mapIn(spec, 'methods')).flatMap(([name, token]) => {
    const called = typeof token === 'string' && Object.hasOwn(functions, token) ? functions[token] : undefined
    if (typeof token !== 'string' || !isMap(called)) return []
    if (!isIdentifier(name) || name.startsWith('__'))
      throw badSchema(`has a method ${shown(name)}, whose name is not a word of letters and digits`)
    const func = funcOf(token, called)
    const inputs = (func.inputs ?? []).filter((input) => input.name !== '__self__')
    return [{ name, func: { ...func, inputs } }]
  })
}

function funcOf(text: string, spec: Json): Func {
  const { inputs, outputs } = spec
  const positions = textsIn(spec, 'multiArgumentInputs')
  const token = tokenOf(text)
  const result = isMap(outputs) ? resultOf(outputs) : {}
  return {
    token,
    description: textIn(spec, 'description'),
    deprecated: textIn(spec, 'deprecationMessage'),
    ...(isMap(inputs) && { inputs: propertiesOf(inputs, { key: 'properties', required: 'required' }) }),
    ...(positions.length > 0 && { positions }),
    ...result,
    isPlain: isMap(outputs) && outputs['plain'] === true,
  }
}

function resultOf(outputs: Json): { readonly outputs?: readonly Property[] } | Pick<Func, 'returns'> {
  const isObject =
    isMap(outputs['properties']) || (textIn(outputs, 'type') === 'object' && !isMap(outputs['additionalProperties']))
  if (isObject) return { outputs: propertiesOf(outputs, { key: 'properties', required: 'required' }) }
  return textIn(outputs, 'type') === '' && textIn(outputs, '$ref') === '' && listIn(outputs, 'oneOf').length === 0
    ? {}
    : { returns: typeOf(outputs) }
}
