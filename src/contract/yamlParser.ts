// The build bundles the parts of the YAML parser that the kit uses here, so that users don't install the whole parser.

export type { Document, YAMLMap } from 'yaml'
export { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, YAMLSeq } from 'yaml'
