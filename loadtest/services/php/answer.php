<?php
// What both services in JSON share: how an answer is sent, and what counts as a whole number.

function answer(int $status, array $body): void {
    http_response_code($status);
    header('Content-Type: application/json; charset=utf-8');
    echo json_encode($body, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
}

function wholeNumber(string $text): ?int {
    return preg_match('~^\d{1,9}$~D', $text) ? (int) $text : null;
}
