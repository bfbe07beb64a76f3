import { Ajv } from 'ajv'

/** Validates the properties that GitLab requires of an issue in a code quality report. */
export const isGitlabIssue = new Ajv().compile({
  type: 'object',
  required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
  properties: {
    description: { type: 'string' },
    check_name: { type: 'string' },
    fingerprint: { type: 'string' },
    severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
    location: {
      type: 'object',
      required: ['path', 'lines'],
      properties: {
        path: { type: 'string', pattern: '^(?!\\.{0,2}/)' },
        lines: {
          type: 'object',
          required: ['begin'],
          properties: { begin: { type: 'integer', minimum: 1 } },
        },
      },
    },
  },
})
