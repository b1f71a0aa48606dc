import { callRequest, type Caller, type Scenario, type Step } from './steps';

/** A message, or a function that makes it from what the scenario knows by then. */
type Message = object | ((scenario: Scenario) => object);

type CallOptions = Partial<Pick<Step, 'before' | 'settles' | 'masked'>> & {
  /** Distinguishes calls of one method. */
  readonly label?: string;
};

const isFunction = (message: Message): message is (scenario: Scenario) => object => typeof message === 'function';

function step(method: string, as: Caller, message: Message, encoding: 'json' | 'protobuf', { label, ...more }: CallOptions): Step {
  const name = [method, label, as !== 'merchant' && `as ${as}`, encoding !== 'json' && encoding];
  return {
    name: name.filter(Boolean).join(', '),
    as,
    send: (scenario) => callRequest(method, isFunction(message) ? message(scenario) : message, encoding),
    ...(encoding === 'protobuf' && { protobufMethod: method }),
    ...more,
  };
}

/** A call in JSON. */
export function json(method: string, as: Caller, message: Message = {}, options: CallOptions = {}): Step {
  return step(method, as, message, 'json', options);
}

/** A call in protobuf. */
export function protobuf(method: string, as: Caller, message: Message = {}, options: CallOptions = {}): Step {
  return step(method, as, message, 'protobuf', options);
}

/** The same call in both encodings. */
export function both(method: string, as: Caller, message: Message = {}, options: CallOptions = {}): readonly Step[] {
  return [json(method, as, message, options), protobuf(method, as, message, options)];
}
