/** A request or a response, without secrets. */
export type Message = {
  /** The start line and the header lines as sent, each with its line end. Some have an end other than `\r\n`. */
  head: string
  /** The first 64 KiB at most. None for a message without a body. */
  body?: MessageBody
  /** Bytes of the whole body as sent, without its chunks. */
  bodyBytes?: number
}

/** A body as text, with the content coding that was removed from it, or the bytes of a body that is not text. */
export type MessageBody = { text: string; coding?: string } | { base64: string }

/** A request of a sequence, and its response or why there is none. */
export type Step = {
  /** The id of the probe, for example `limit/1`. A redirect has that of the request that it answers. */
  probe: string
  request: Message
  response?: Message
  /** Why there is no response, or only a part of one. */
  failure?: string
  /** Requests with the same number share a connection: 1 for the first connection of the sequence, 2 for the second, … */
  connection: number
  /** Requests with the same name are sent at the same time. */
  at?: string
  /** What is unusual about the request, in words. */
  unusual?: string
  /** What is remarkable: `redirect`, `right before`, `the same connection`. */
  note?: string
}

/** Where the wrong place is: in characters of the head or of the body's text, or in bytes of a body that is not text. */
export type Place = { part: 'head' | 'body'; offset: number; length: number }

/** A request and its response as text without secrets, and a command that sends the request again. */
export type Evidence = {
  /** The id of the probe, for example `limit/1`. */
  probe: string
  /**
   * How the request, or the one that it was sent with, differs from the plain one: by the id of what varies, the id of its value.
   * Only GETs of the operation with a user's token have it.
   */
  conditions?: Record<string, string>
  /** For conditions that stand for several values: which of them, counted from 0. Default 0. */
  turns?: Record<string, number>
  request: string
  /** Status line, header lines and the beginning of the body, or why there is no response. */
  response: string
  /** A curl command that shows the violation, with the token as `$PLANT_STORE_TOKEN`. Empty if no curl command would. */
  curl: string
  /** 1 for the first attempt. */
  attempt: number
  /** The shortest known sequence that shows the violation, redirects included. The last step shows it. */
  steps: Step[]
  /** What is unusual about the request, in words: `without Accept`, `on the second request of a connection`. */
  unusual?: string
  /** Where the violation is, in the response of the last step. */
  place?: Place
  /** For an error in the framing or the syntax of a message: the bytes around it, each as the character with its number. */
  bytes?: { text: string; offset: number; length: number }
}
