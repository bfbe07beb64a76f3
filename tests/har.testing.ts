import { createRequire } from 'node:module'
import { Ajv } from 'ajv'

const require = createRequire(import.meta.url)
const { har: schema, ...parts }: Record<string, object> = require('har-schema')
const ajv = new Ajv({ strict: false, formats: { uri: true, 'date-time': true, ipv4: true, ipv6: true } })
const draft = 'http://json-schema.org/draft-07/schema#'
for (const part of Object.values(parts)) ajv.addSchema({ ...part, $schema: draft })
const validate = ajv.compile({ ...schema, $schema: draft })

/** Finds the errors in an HTTP Archive 1.2. */
export const findHarErrors = (har: unknown): unknown[] => (validate(har) ? [] : (validate.errors ?? []))
