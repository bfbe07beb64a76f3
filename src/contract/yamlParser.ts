// The build bundles what the kit uses of the YAML parser here, so that users don't install all of it.

export type { Document, YAMLMap, YAMLParseError } from 'yaml'
export { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, YAMLSeq } from 'yaml'
