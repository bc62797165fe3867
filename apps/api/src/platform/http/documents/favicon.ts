/** The mark of the console (`apps/console/src/mark.svg`) as an icon of 32 by 32 pixels. */
export const favicon = Buffer.from(
  [
    'AAABAAEAICAAAAEAIAAtAwAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAAuJJREFUeJzEl09I',
    'FFEcx79vdkvx366BYqZpVKgHs1MUdRJS0pIOddBAJToE0aEgcrtVkFZQh6A6BNUhO1RkaeQf8BJhdJIsNCgy2kSNcFdX',
    'U8p9/X4DszNtuzszu7r7gWXe23m/9/u+33znDc8JA+6DX9xZy4unBLBTCrGdrvlYASQwLaQcpuubgCP9uq9rk0+7J7RG',
    '0YGP+4SQd6hZiNVlQkpxzNtd9jIkoLh+tBYO0YskQiLqWITYWP81VzoWPpCW9UguE3Ips1JZVn61pCA5UyjXzjc7FTIc',
    'UgTnViRkygRwbqcQosRqwKHqHByudsUc82jQj8eDs7AC53bGGrB/dzYldaH1olftF+Wvwa7KjFghGHq/EGp3XijG3Z4Z',
    'DLwNRB0fUcC6HAeunCxAzY4std9U40Jnvx92OFLrxp6qDPXX83oOnpuT8AeC1gRsyHOGkjNnm/PUSbzTvzE0soBY8Bh3',
    'toI2itHgSt568hMjgSVrAkY+L6kr5pUzudkOeFryaBVTlp5vx4kCuLKUUP9Bn0+dMxJKtEku3ZuGf14vWVONG+UlaTBj',
    '25Z0NO7VjcpztN//EXV8VAGzFNhhCBS0aV8lX5jBY4TQ++20kNn5IGwLYLh0o+N66aq2poceSyTYeBWlepU41sy8MQUw',
    'Z25M0odD73ta85GT+X8Y/9fWohuPYzjWDFMB7z4t4uGAvgoXJfIYEmmcI2Eug7DOfp8am7AAxsyQdo1nW4CZIe0az7YA',
    'JpIhG8mQ8RjPiChuGJNWB1duTsOLa6Wh/szcMhRaunHTqT89HnXTiYTlCjDaDqnBO6TVHW9FBDDhhtSwY7yEBIQbUsOO',
    '8RISwIQb0q7x/hUg5RTi4Pjl7+qn+fmrOTSf9yIuKLcoahjrpVe4FimAXr8+qgCGkSoot/LHIW9T04fk4+PcymRXxbgM',
    'iqNINhKtnFt9C7w9ZU/5rEbNCaw+fDit+9Zd/ow7wngnFcfzvwAAAP//G378cgAAAAZJREFUAwDMXEgNqU5UtAAAAABJ',
    'RU5ErkJggg==',
  ].join(''),
  'base64',
)
