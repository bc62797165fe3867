import { Type } from '@sinclair/typebox'

/** An integer setting from 1 up to `maximum`; a setting may override the minimum. */
export const Count = (fallback: number, maximum: number) =>
  Type.Integer({ default: fallback, minimum: 1, maximum })

/** An origin of `https`, or of `http` on this machine only. */
export const secureOrigin =
  '^(?:https://[A-Za-z0-9.:-]+|http://(?:127\\.0\\.0\\.1|localhost)(?::[0-9]{1,5})?)'
