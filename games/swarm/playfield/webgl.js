/** Draws the lights by WebGL2: one shader, one call for all of them. Halos add up; a light covers those before it, or a crowd would be one white spot. */

import { h } from '../../../public/shared/dom.js';
import { STRIDE } from './lights.js';

const VERTEX = `#version 300 es
layout(location = 0) in vec4 place;   // x, y, shape, size
layout(location = 1) in vec4 light;   // colour, brightness
uniform vec2 area;
uniform float radius;
uniform float spread;
out vec2 at;
flat out vec4 ray;
flat out float shape;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  at = corner * spread;
  ray = light;
  shape = place.z;
  vec2 spot = place.xy * area + at * radius * place.w;
  gl_Position = vec4(spot / area * 2.0 - 1.0, 0.0, 1.0) * vec4(1.0, -1.0, 1.0, 1.0);
}`;

/** Renderers of Chromium, Mesa and Windows that need no graphics card. */
const PLAYED = /swiftshader|llvmpipe|softpipe|basic render/i;

/** Below 1 a point is inside the outline of the shape. The order is that of SHAPES in shared/light.js. */
const FRAGMENT = `#version 300 es
precision highp float;
in vec2 at;
flat in vec4 ray;
flat in float shape;
uniform float spread;
out vec4 colour;
float outline() {
  vec2 p = abs(at);
  if (shape < 0.5) return length(at);
  if (shape < 1.5) return 1.75 * max(at.y - 0.05, 0.866 * p.x - 0.5 * at.y - 0.05);
  if (shape < 2.5) return 1.15 * max(p.x, p.y);
  if (shape < 3.5) return 0.85 * (p.x + p.y);
  return length(at) * (1.25 + 0.35 * cos(5.0 * atan(at.x, at.y)));
}
void main() {
  float core = 1.0 - smoothstep(0.8, 1.0, outline());
  float halo = max(0.0, 1.0 - length(at) / spread);
  vec3 lit = ray.rgb * mix(0.4 * halo * halo, 1.0, core) + 0.1 * core;
  colour = vec4(lit * ray.a, core * min(1.0, 2.0 * ray.a));
}`;

/**
 * @param {HTMLElement} root
 * @param {() => void} onLost the graphics card took the context back
 * @param {AbortSignal} signal
 * @returns {import('./flat.js').Renderer | null} null: this browser has no WebGL2, or one without a graphics card
 */
export function createWebgl(root, onLost, signal) {
  const canvas = h('canvas', { class: 'swarm-lights' });
  // Where the processor would have to play the graphics card, the 2D canvas is several times as fast.
  const gl = canvas.getContext('webgl2', {
    ...{ antialias: false, depth: false, alpha: true },
    failIfMajorPerformanceCaveat: true,
  });
  if (!gl) return null;
  const program = isPlayed(gl) ? null : link(gl);
  if (!program) return letGo(gl);
  const buffer = gl.createBuffer();
  canvas.addEventListener('webglcontextlost', onLost, { signal });
  root.append(canvas);
  gl.useProgram(program);
  gl.bindVertexArray(gl.createVertexArray());
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  [0, 1].forEach((location) => {
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, 4, gl.FLOAT, false, STRIDE * 4, location * 16);
    gl.vertexAttribDivisor(location, 1);
  });
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  const [area, radius, spread] = ['area', 'radius', 'spread'].map((name) =>
    gl.getUniformLocation(program, name),
  );

  return {
    canvas,
    draw({ data, count }, size, halo) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT);
      gl.uniform2f(area ?? null, canvas.width, canvas.height);
      gl.uniform1f(radius ?? null, size);
      gl.uniform1f(spread ?? null, halo);
      gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, STRIDE * count), gl.STREAM_DRAW);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    },
    // Browsers give few contexts: one that is not let go of is missing after some games.
    end: () => void letGo(gl),
  };
}

/**
 * Chromium gives such a context as one without a caveat (seen in 156), so its name has to tell.
 * @param {WebGL2RenderingContext} gl @returns {boolean} true: the processor plays the graphics card
 */
function isPlayed(gl) {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  return PLAYED.test(name);
}

/** @param {WebGL2RenderingContext} gl @returns {null} */
function letGo(gl) {
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return null;
}

/** @param {WebGL2RenderingContext} gl @returns {WebGLProgram | null} null: the driver refuses it */
function link(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of /** @type {const} */ ([
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ])) {
    const shader = gl.createShader(kind);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS)) return program;
  console.warn('The lights are drawn without WebGL:', gl.getProgramInfoLog(program));
  return null;
}
