<?php
// A number by the plain recursion of loadtest/lab/worker.js, because the point is to keep a processor busy.
require __DIR__ . '/answer.php';

const MAX_FIBONACCI = 40;

function fibonacci(int $n): int {
    return $n < 2 ? $n : fibonacci($n - 1) + fibonacci($n - 2);
}

$n = wholeNumber($_GET['n'] ?? '');
if ($n === null || $n > MAX_FIBONACCI) answer(400, ['error' => 'n is a whole number from 0 to ' . MAX_FIBONACCI . '.']);
else answer(200, ['n' => $n, 'value' => fibonacci($n)]);
