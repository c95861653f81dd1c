export { FileServer, type Request, type Route } from './file-server.ts'
export { PluginRegistry, type Published } from './plugin-registry.ts'
export { ProxyServer } from './proxy-server.ts'
export { sampleArchive } from './sample-archive.ts'
