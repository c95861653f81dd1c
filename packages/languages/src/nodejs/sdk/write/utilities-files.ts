import type { Package } from '../read/model.ts'
import { literal } from '../read/words.ts'
import { codeHead, type SdkFile } from './writing.ts'

/** `utilities`: the code that the other files of the SDK share. */
export function utilitiesFiles(pkg: Package): readonly SdkFile[] {
  const { server, served, version } = pkg
  const defaults = [
    // If the engine was told about the package, it knows the version.
    ...(served === undefined ? [`version: ${literal(version)}`] : []),
    ...(server === '' || served !== undefined ? [] : [`pluginDownloadURL: ${literal(server)}`]),
  ]
  const code = [
    codeHead,
    'const pulumi = require("@pulumi/pulumi");\n',
    environment,
    `exports.getVersion = () => ${literal(version)};\n`,
    `exports.resourceOptsDefaults = () => (${defaults.length === 0 ? '{}' : `{ ${defaults.join(', ')} }`});\n`,
    others,
    served === undefined ? '' : packageCode(pkg, served),
  ]
  return [
    ['utilities.js', code.join('')],
    ['utilities.d.ts', 'export declare function getVersion(): string;\n'],
  ]
}

const environment = `function getEnv(...names) {
    for (const name of names) {
        const value = process.env[name];
        if (value) return value;
    }
    return undefined;
}
exports.getEnv = getEnv;
exports.getEnvBoolean = (...names) => {
    const value = getEnv(...names);
    if (["1", "t", "T", "true", "TRUE", "True"].includes(value)) return true;
    return ["0", "f", "F", "false", "FALSE", "False"].includes(value) ? false : undefined;
};
exports.getEnvNumber = (...names) => {
    const value = Number.parseFloat(getEnv(...names));
    return Number.isNaN(value) ? undefined : value;
};
`

const others = `exports.missing = (name) => {
    throw new globalThis.Error("Missing required property '" + name + "'");
};
exports.unknownType = (type) => {
    throw new globalThis.Error("unknown resource type " + type);
};
exports.secret = (value) => (value === undefined ? undefined : pulumi.secret(value));
exports.asText = (value) => pulumi.output(value).apply((known) => (known === undefined ? undefined : JSON.stringify(known)));
exports.lazyLoad = (exports, names, load) => {
    for (const name of names)
        Object.defineProperty(exports, name, { enumerable: true, get: () => load()[name] });
};
exports.callAsync = async (token, args, resource, { property, only }, packageRef) => {
    const output = pulumi.runtime.call(token, args, resource, packageRef);
    const value = await output.promise(true);
    const problem = (await output.isKnown) ? ((await output.isSecret) ? "a secret value" : undefined) : "an unknown value";
    if (problem !== undefined)
        throw new globalThis.Error("the method " + token + " must give a plain value, and has given " + problem);
    if (only === true) return Object.values(value)[0];
    return property === undefined ? value : value[property];
};
`

/** Tells the engine which plugin serves the package, and how; once in each run. */
function packageCode(pkg: Package, served: NonNullable<Package['served']>): string {
  const { base, baseVersion, baseServer, parameter, isExtension } = served
  const about = [
    `baseProviderName: ${literal(base)}`,
    `baseProviderVersion: ${literal(baseVersion)}`,
    `baseProviderDownloadUrl: ${literal(baseServer)}`,
    `packageName: ${literal(pkg.name)}`,
    `packageVersion: ${literal(pkg.version)}`,
    `base64Parameter: ${literal(parameter)}`,
    ...(isExtension ? ['extension: true'] : []),
  ]
  return `const about = {\n${about.map((line) => `    ${line},\n`).join('')}};\n${getPackage}`
}

/** Older SDKs have no \`registerPackage\`: here the engine is told in the way of their own generated code. */
const getPackage = `const told = new WeakMap();
exports.getPackage = () => {
    const { registerPackage } = require("@pulumi/pulumi/runtime/settings");
    if (registerPackage !== undefined) return Promise.resolve().then(() => registerPackage(about));
    if (about.extension) throw new globalThis.Error(about.packageName + " needs a newer @pulumi/pulumi: npm install @pulumi/pulumi@latest");
    const monitor = pulumi.runtime.getMonitor();
    if (!told.has(monitor)) told.set(monitor, registered(monitor));
    return told.get(monitor);
};
function registered(monitor) {
    const { Parameterization, RegisterPackageRequest } = require("@pulumi/pulumi/proto/resource_pb");
    const parameterization = new Parameterization();
    parameterization.setName(about.packageName);
    parameterization.setVersion(about.packageVersion);
    parameterization.setValue(about.base64Parameter);
    const request = new RegisterPackageRequest();
    request.setName(about.baseProviderName);
    request.setVersion(about.baseProviderVersion);
    request.setDownloadUrl(about.baseProviderDownloadUrl);
    request.setParameterization(parameterization);
    return new Promise((resolve, reject) =>
        monitor.registerPackage(request, (error, answer) => (error ? reject(error) : resolve(answer.getRef()))),
    );
}
`
